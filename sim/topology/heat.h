// heat.h -- whether a region is asked too often, and at which key its requests would be halved.
//
// Requests are counted by the second. Once a second brings too many, keys are drawn from what is
// asked, a reservoir of 20; each counts what falls left and right of it. When that has gone on for
// long enough, the key whose sides differ the least divides the region, unless they differ by a
// quarter or more. A second that brings fewer ends it all.
//
// Of a long key only its beginning is drawn. It is a key too, and keys are told apart by it as well
// as they differ within it.
//
// Units:     ns; requests a second.
// Ownership: owns its sample; heat_done frees it. A zeroed struct is a region nobody asked.
// Source:    CockroachDB, pkg/kv/kvserver/split: decider.go, unweighted_finder.go (sample of 20,
//            100 counts at least, 0.25, a try a minute); for other stores a stand-in.
#ifndef HOTSIM_TOPOLOGY_HEAT_H
#define HOTSIM_TOPOLOGY_HEAT_H

#include "base/rng.h"
#include "base/types.h"

struct heat_limit {
    double per_s;  // so many are too many
    sim_ns for_ns; // for longer than this
};

enum heat_verdict {
    HEAT_COLD,        // not asked too often
    HEAT_EARLY,       // not for long enough, or too few keys were seen
    HEAT_DIVISIBLE,   // a key divides it
    HEAT_SINGLE_KEY,  // most requests are for one key
    HEAT_MOVING_EDGE, // what is asked moves on: nothing falls on one side of what was asked before
    HEAT_UNEVEN       // no key that was drawn divides it evenly enough
};

struct heat_sample;

struct heat {
    bool has_begun;
    sim_ns second_at; // of the second that is being counted
    uint64_t count;   // within it
    sim_ns since;     // it is hot
    uint64_t seen;    // requests since then
    sim_ns tried_at;  // when a key was last asked for; 0: never
    struct rng rng;
    struct heat_sample *samples; // NULL: cold
};

void heat_done(struct heat *heat);

// A request; true where it is time to ask for a key. Without a key it only counts.
bool heat_asked(struct heat *heat, const struct heat_limit *limit, struct bytes key, struct rng rng,
                sim_ns now);

// The key is good until the next request.
enum heat_verdict heat_judge(const struct heat *heat, const struct heat_limit *limit, sim_ns now,
                             struct bytes *out_key);

#endif
