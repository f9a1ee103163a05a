/* Top Secret Spies, base game, by hand in C: a yardstick for the compiled rules.

   It does the same job as rules.py: the table waits for one answer at a time and could be put aside after any of them;
   random play guesses until an answer is legal. From the same seed both play the same games, answer for answer.

   cc -O3 -march=native top_secret_spies.c -o top_secret_spies
   ./top_secret_spies SEATS GAMES SEED
   prints: answers, processor seconds, sum of the farthest markers, games that ended farthest / shared / free agent */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COLOURS = 7, BUILDINGS = 12, SAFE_START = 7, FACES = 6, PACES = 4, FINISH = 42, NOBODY = -1 };
enum { FIRST, DEAL, ROLL, PACE, STEP, STASH, OVER };
enum { FARTHEST, SHARED, FREE_AGENT, REASONS };

static const int AGENTS[] = {0, 0, 5, 6, 7, 7, 7, 7};
static const int WORTH[BUILDINGS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3};

typedef struct {
    int ask, seats, agents, turn, dealt, points, safe, reason;
    unsigned guests; /* agents that came to the safe this turn and are still there */
    int at[COLOURS], score[COLOURS], owner[COLOURS];
} Table;

static uint64_t word;

/* splitmix64, as in loops.py */
static uint64_t draw_bits(void) {
    uint64_t z = word += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int below(int n) { return (int)(((draw_bits() >> 33) * (uint64_t)n) >> 31); }

static void setup(Table *t, int seats) {
    *t = (Table){.ask = FIRST, .seats = seats, .agents = AGENTS[seats], .safe = SAFE_START};
    for (int agent = 0; agent < COLOURS; agent++) t->owner[agent] = NOBODY;
}

static int choices(const Table *t) {
    switch (t->ask) {
    case FIRST: return t->seats;
    case DEAL: return t->agents - t->dealt;
    case ROLL: return FACES;
    case PACE: return PACES;
    case STEP: return COLOURS;
    default: return BUILDINGS;
    }
}

static int legal(const Table *t, int a) {
    switch (t->ask) {
    case PACE: return a > 0;
    case STEP: return a < t->agents;
    case STASH: return a != t->safe;
    default: return 1;
    }
}

static int free_agent(const Table *t, int place) {
    int agent = 0;
    while (t->owner[agent] != NOBODY || place-- > 0) agent++;
    return agent;
}

static void pass_die(Table *t) {
    t->turn = t->turn + 1 == t->seats ? 0 : t->turn + 1;
    t->guests = 0;
    t->ask = ROLL;
}

static int farthest(const Table *t) {
    int top = 0;
    for (int agent = 0; agent < t->agents; agent++)
        if (t->score[agent] > top) top = t->score[agent];
    return top;
}

static void finish(Table *t) {
    int top = farthest(t), winners = 0;
    for (int agent = 0; agent < t->agents; agent++) winners += t->score[agent] == top && t->owner[agent] != NOBODY;
    t->reason = winners == 0 ? FREE_AGENT : winners == 1 ? FARTHEST : SHARED;
    t->ask = OVER;
}

static void settle(Table *t) {
    if (t->guests == 0) {
        pass_die(t);
        return;
    }
    int over = 0;
    for (int agent = 0; agent < t->agents; agent++) {
        int score = t->score[agent] + WORTH[t->at[agent]];
        t->score[agent] = score < 0 ? 0 : score;
        over |= score >= FINISH;
    }
    t->ask = STASH;
    if (over) finish(t);
}

static void apply(Table *t, int a) {
    switch (t->ask) {
    case FIRST:
        t->turn = a;
        t->ask = DEAL;
        break;
    case DEAL:
        t->owner[free_agent(t, a)] = (t->turn + t->dealt) % t->seats;
        if (++t->dealt == t->seats) t->ask = ROLL;
        break;
    case ROLL: /* the faces are 1-3, 2, 3, 4, 5, 6 */
        t->points = a + 1;
        t->ask = a ? STEP : PACE;
        break;
    case PACE:
        t->points = a;
        t->ask = STEP;
        break;
    case STEP:
        t->at[a] = t->at[a] + 1 == BUILDINGS ? 0 : t->at[a] + 1;
        t->guests = (t->guests & ~(1u << a)) | (unsigned)(t->at[a] == t->safe) << a;
        if (--t->points == 0) settle(t);
        break;
    case STASH:
        t->safe = a;
        pass_die(t);
        break;
    }
}

static long play(Table *t) {
    long answers = 0;
    while (t->ask != OVER) {
        int n = choices(t), a = below(n);
        while (!legal(t, a)) a = below(n);
        apply(t, a);
        answers++;
    }
    return answers;
}

int main(int argc, char **argv) {
    int seats = argc == 4 ? atoi(argv[1]) : 0;
    if (seats < 2 || seats > 7) {
        fprintf(stderr, "usage: %s SEATS GAMES SEED (2 to 7 seats)\n", argv[0]);
        return 2;
    }
    long games = atol(argv[2]), answers = 0, tops = 0, reasons[REASONS] = {0};
    word = strtoull(argv[3], NULL, 10);
    clock_t start = clock();
    for (long game = 0; game < games; game++) {
        Table t;
        setup(&t, seats);
        answers += play(&t);
        tops += farthest(&t);
        reasons[t.reason]++;
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%ld %.6f %ld %ld %ld %ld\n", answers, seconds, tops, reasons[0], reasons[1], reasons[2]);
    return 0;
}
