// The whole search for one width of masks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "frontier/solver.hpp"
#include "invariant.hpp"
#include "lists.hpp"
#include "outlook.hpp"
#include "packer.hpp"
#include "problem.hpp"

namespace route_opt {

// The search climbs a ladder: on rung k it has the best it can find for the first k trains, each
// rung starts from the one below, and nothing on it depends on the trains above. So one more train
// at the end never makes an answer worse.
template <class M>
class Search {
public:
    // `quiet`: what it proves is no news of the whole board.
    explicit Search(Problem& problem, bool quiet = false)
        : problem_(problem),
          quiet_(quiet),
          lists_(problem),
          copies_(problem.types.size(), 0),
          listed_long_(problem.types.size(), 0),
          list_nodes_(lists_.keep_records() ? problem.tuning.lone_nodes : problem.tuning.few.nodes),
          pack_nodes_(problem.tuning.few.nodes) {
        const std::vector<Money> ceilings = plain_ceilings(problem);
        add_rung(0);  // no train, no route
        for (std::size_t train = 0; train < problem.type_of.size(); ++train) {
            const std::int32_t type = problem.type_of[train];
            if (stronger(train, type) >= problem.most_routes) continue;  // Lemma 28
            types_.push_back(type);
            add_rung(ceilings[train + 1]);
        }
        rungs_.front().bound = rungs_.front().plan.value;
        report();
    }

    Solution run() {
        if (problem_.impossible) {
            top().bound = -1;
            return finished();
        }
        for (std::size_t k = 1; k < rungs_.size(); ++k) climb(k);
        finish(rungs_.size() - 1);
        if (settled(top()) && problem_.watch.ties()) shorten();
        return finished();
    }

    // Whether graphs hold all its trains.
    [[nodiscard]] bool fits() { return swept(top()); }

private:
    struct Rung {
        Plan plan;
        Money bound = 0;       // no set of the first k trains is worth more
        bool crowded = false;  // too many castings: it has what the rung below gives it
        std::vector<Casting> castings;
        std::vector<frontier::Part> parts;  // of a sweep, one a casting
    };

    void add_rung(Money ceiling) {
        rungs_.emplace_back().bound = ceiling;
        if (may_idle()) rungs_.back().plan.value = 0;
    }

    // How many of the first trains can run all that the type can.
    [[nodiscard]] std::int32_t stronger(std::size_t trains, std::int32_t type) const {
        const std::vector<TrainType>& types = problem_.types;
        return static_cast<std::int32_t>(
            std::count_if(problem_.type_of.begin(),
                          problem_.type_of.begin() + static_cast<std::ptrdiff_t>(trains),
                          [&](std::int32_t other) { return types[other].covers(types[type]); }));
    }

    // Lemma 28. Of the trains up to the present rung those that are not idle for sure.
    [[nodiscard]] std::vector<std::int32_t> needed() const {
        std::vector<std::int32_t> copies = copies_;
        for (std::size_t type = 0; type < copies.size(); ++type) {
            std::int32_t left = problem_.most_routes;
            for (std::size_t other = 0; other < copies.size(); ++other) {
                if (other != type && problem_.types[other].covers(problem_.types[type])) {
                    left -= copies_[other];
                }
            }
            copies[type] = std::clamp(copies[type], 0, std::max(0, left));
        }
        return copies;
    }

    [[nodiscard]] Rung& top() { return rungs_.back(); }
    [[nodiscard]] static bool settled(const Rung& rung) { return rung.bound <= rung.plan.value; }
    [[nodiscard]] std::size_t stages() const {
        return problem_.tuning.sweep ? problem_.tuning.stages.size() : 0;
    }

    [[nodiscard]] bool may_idle() const { return problem_.in.terms.required_ends.empty(); }
    [[nodiscard]] bool listed(const Rung& rung) const {
        return std::all_of(rung.castings.front().begin(), rung.castings.front().end(),
                           [&](const Role& role) { return lists_.complete(role.type); });
    }

    // Short lists, then a narrow sweep where they do not prove what they find.
    void climb(std::size_t k) {
        Rung& rung = rungs_[k];
        const std::int32_t type = types_[k - 1];
        ++copies_[type];
        cast(rung);
        if (!lists_.listed(type)) list(type, problem_.tuning.few.rows, list_nodes_);
        if (!lists_.complete(type)) outline();
        step_up(k);
        if (settled(rung) || stopped() || rung.crowded) return;
        if (pack_nodes_ > 0 && listed(rung)) pack(rung, pack_nodes_);
        if (!settled(rung) && stages() > 0) sweep(rung, 0);
    }

    // Where routes are too many to list, a plan for every rung before the hard work begins, which
    // the clock may end anywhere: one route after the other, each the best that a short search
    // finds beside those before it, the first as for a train that is alone.
    void outline() {
        if (outlined_ || rungs_.size() <= 2 || !lists_.may_search()) return;
        outlined_ = true;
        Plan plan = rungs_.front().plan;
        for (std::size_t k = 1; k < rungs_.size() && !stopped(); ++k) {
            const NodeCap cap(problem_.watch, problem_.tuning.lone_nodes);
            lists_.search(plan, types_[k - 1], problem_.tuning.few.rows);
            if (plan.beats(rungs_[k].plan)) rungs_[k].plan = plan;
        }
        report();
    }

    void cast(Rung& rung) {
        auto all = castings(needed(), static_cast<std::int32_t>(problem_.pairs.size()),
                            problem_.in.terms.visit_bonus > 0);
        rung.crowded = !all;
        if (!all) return;
        rung.castings = std::move(*all);
        if (rung.castings.empty()) rung.bound = -1;  // more pairs than trains
        problem_.watch.work(100 * static_cast<std::int64_t>(rung.castings.size()));
    }

    // What the rung below knows, and one train more.
    void step_up(std::size_t k) {
        const Rung& below = rungs_[k - 1];
        Rung& rung = rungs_[k];
        const std::int32_t type = types_[k - 1];
        if (below.plan.value >= 0) {
            Plan plan = below.plan;
            extend(plan, type);
            if (plan.beats(rung.plan)) rung.plan = std::move(plan);
            ROUTE_OPT_INVARIANT(rung.plan.value >= below.plan.value);  // Lemma 21
        }
        // Lemma 21. Without the last train's route a set is one of the trains below.
        const Money more = single(type);
        if (may_idle() && more < frontier::unknown - below.bound) {
            rung.bound = std::min(rung.bound, below.bound + more);
        }
        report();
    }

    // Once stopped there is time for a short list and no more.
    void extend(Plan& plan, std::int32_t type) {
        const bool sweeps = stages() > 0 && !lists_.complete(type) && !stopped();
        if (sweeps && frontier().extend(plan, type)) return;
        if (!stopped() || !listed_long_[type]) lists_.extend(plan, type);
    }

    [[nodiscard]] Money single(std::int32_t type) {
        if (lists_.complete(type)) return lists_.single(type);
        return stages() > 0 && !stopped() ? frontier().single(type) : frontier::unknown;
    }

    // Wider sweeps, or long lists where there is nothing to sweep. If even they prove nothing, the
    // rung below may be worth as much work, unless it is known to have nothing better.
    void finish(std::size_t k) {
        Rung& rung = rungs_[k];
        const auto open = [&] { return !settled(rung) && !stopped() && !rung.crowded; };
        for (std::size_t s = 1; s < stages() && open(); ++s) sweep(rung, s);
        if (open() && !swept(rung)) approach(rung);
        if (open() && !swept(rung)) look_wide(k);
        if (open() && !swept(rung)) pack_more(k);
        if (settled(rung) || stopped() || rungs_[k - 1].bound <= rung.plan.value) return;
        finish(k - 1);
        step_up(k);
    }

    // It takes seconds, for a board that nothing else is a match for.
    void approach(Rung& rung) {
        if (quiet_ || problem_.nodes_felt() || stages() == 0) return;
        frontier().approach(parts_of(rung), rung.plan, [&] { tell(rung); });
        tell(rung);
    }

    // A bound from walks over the whole board, and plans from searches on parts of it that good
    // walks use: on less where that is too wide as well, on more where it is not.
    void look_wide(std::size_t k) {
        // Not under a limit of nodes that may be felt: see Lists::may_search.
        if (!problem_.tuning.outlook || !lists_.may_search()) return;
        Rung& rung = rungs_[k];
        // Nothing may depend on the trains above, so these are left out from the start.
        const Instance first = first_trains(k);
        const Graph graph = contract(first, problem_.seams, problem_.watch);
        const Problem problem(first, problem_.seams, graph, problem_.watch, problem_.tuning);
        Outlook outlook(problem);
        const bool seen = outlook.look([&](frontier::Cost bound) {
            const auto whole =
                std::min<frontier::Cost>(bound / frontier::cost_scale, frontier::unknown);
            lower(rung, static_cast<Money>(whole) / problem_.step * problem_.step);  // Lemma 20
        });
        const auto open = [&] { return seen && !settled(rung) && !stopped(); };
        if (!open()) return;
        const bool narrow = search_part(rung, outlook, Outlook::Choice::good);
        if (open())
            search_part(rung, outlook, narrow ? Outlook::Choice::fair : Outlook::Choice::best);
    }

    // False: it is too wide for graphs.
    bool search_part(Rung& rung, const Outlook& outlook, Outlook::Choice choice) {
        const Instance part = outlook.part(choice);
        const Seams seams = find_seams(part);
        const Graph graph = contract(part, seams, problem_.watch);
        Tuning tuning = problem_.tuning;
        tuning.outlook = false;
        Problem problem(part, seams, graph, problem_.watch, tuning);
        Search<Mask<0>> search(problem, true);
        const Solution found = search.run();
        Plan plan = outlook.plan(found);
        for (std::size_t i = 0; i < plan.routes.size(); ++i) {
            plan.routes[i].type = types_[found.routes[i].train];
        }
        problem_.appraise(plan);
        if (plan.beats(rung.plan)) rung.plan = std::move(plan);
        report();
        return search.fits();
    }

    // The instance with the trains of the first rungs.
    [[nodiscard]] Instance first_trains(std::size_t rungs) const {
        Instance first = problem_.in;
        Trains& t = first.trains;
        for (auto* row : {&t.visits, &t.counts, &t.major_visits, &t.major_counts, &t.minor_visits,
                          &t.minor_counts, &t.tariff}) {
            if (row->empty()) continue;
            const std::vector<std::int32_t> all = std::exchange(*row, {});
            for (std::size_t i = 0; i < rungs; ++i) {
                row->push_back(all[problem_.trains[types_[i]].front()]);
            }
        }
        return first;
    }

    [[nodiscard]] bool swept(const Rung& rung) const {
        return stages() > 0 && std::none_of(rung.parts.begin(), rung.parts.end(),
                                            [](const auto& part) { return part.declined; });
    }

    void list_more(const Rung& rung) {
        for (const Role& role : rung.castings.front()) {
            if (lists_.complete(role.type) || listed_long_[role.type]) continue;
            std::int64_t nodes = alone() ? problem_.tuning.alone_nodes : problem_.tuning.many.nodes;
            list(role.type, std::min(problem_.tuning.many.rows, rows_left_), nodes);
            rows_left_ -= std::min(rows_left_, lists_.size(role.type));
            listed_long_[role.type] = 1;
        }
    }

    [[nodiscard]] bool alone() const { return problem_.type_of.size() == 1; }

    // Lemma 21. The first train has what it would have if it were alone.
    void search_alone() {
        Rung& rung = rungs_[1];
        if (alone() || !problem_.graph.complete || !lists_.may_search()) return;
        Plan plan = rungs_.front().plan;
        bool all = false;
        {
            const NodeCap cap(problem_.watch, problem_.tuning.alone_nodes);
            all = lists_.search(plan, types_[0], problem_.tuning.many.rows);
        }
        if (plan.beats(rung.plan)) rung.plan = plan;
        if (all) lower(rung, plan.value);
    }

    void pack_more(std::size_t k) {
        Rung& rung = rungs_[k];
        if (k == 1) search_alone();
        if (settled(rung) || stopped()) return;
        list_more(rung);
        step_up(k);
        std::int64_t nodes = listed(rung) ? problem_.tuning.many.nodes : rough_nodes(rung);
        if (!settled(rung) && !stopped()) pack(rung, nodes);
    }

    // A node looks at all lists, and lists that are not whole are the longest there are.
    [[nodiscard]] std::int64_t rough_nodes(const Rung& rung) const {
        std::size_t rows = 1;
        for (const Role& role : rung.castings.front()) rows += lists_.size(role.type);
        return std::min(problem_.tuning.rough_nodes,
                        problem_.tuning.rough_rows / static_cast<std::int64_t>(rows));
    }

    // Within so many nodes, of which it takes away what it used; so does `pack`.
    void list(std::int32_t type, std::size_t rows, std::int64_t& nodes) {
        if (!problem_.graph.complete || stopped()) return;
        const std::int64_t before = problem_.watch.nodes();
        {
            const NodeCap cap(problem_.watch, nodes);
            lists_.list(type, rows);
        }
        nodes -= problem_.watch.nodes() - before;
    }

    // What holds for complete lists holds for the board.
    void pack(Rung& rung, std::int64_t& nodes) {
        const std::int64_t before = problem_.watch.nodes();
        Money bound = -1;
        {
            const NodeCap cap(problem_.watch, nodes);
            for (const Casting& casting : rung.castings) {
                if (problem_.watch.over()) {
                    bound = rung.bound;  // there are castings that nobody looked at
                    break;
                }
                Packer<M> packer(problem_, casting, lists_);
                if (!packer.improve(rung.plan)) bound = std::max(bound, packer.ceiling());
            }
        }
        nodes -= problem_.watch.nodes() - before;
        if (listed(rung)) lower(rung, bound);
    }

    void sweep(Rung& rung, std::size_t stage) {
        frontier().improve(parts_of(rung), problem_.tuning.stages[stage], rung.plan,
                           [&] { tell(rung); });
        tell(rung);
    }

    // What is known of all its castings is known of the rung.
    void tell(Rung& rung) {
        Money bound = -1;
        for (const frontier::Part& part : rung.parts) bound = std::max(bound, part.bound);
        lower(rung, bound);
    }

    // Prices start from those of the rung below, they hold for any trains; and from its routes.
    [[nodiscard]] std::vector<frontier::Part>& parts_of(Rung& rung) {
        if (rung.parts.empty()) {
            const std::vector<frontier::Part>& below = (&rung - 1)->parts;
            const auto met = below.empty() ? std::make_shared<frontier::Met>()
                                           : std::make_shared<frontier::Met>(*below.front().met);
            for (const Casting& casting : rung.castings) {
                rung.parts.emplace_back(casting, met);
                // Forks have prices in their own graphs alone.
                if (!below.empty()) rung.parts.back().prices.layers = below.front().prices.layers;
            }
        }
        return rung.parts;
    }

    // Lemma 24. Nothing but the plan and what is within the bound is left.
    void lower(Rung& rung, Money bound) {
        ROUTE_OPT_INVARIANT(rung.plan.value <= rung.bound);  // Lemma 24
        rung.bound = std::min(rung.bound, std::max(bound, rung.plan.value));
        report();
    }

    void report() {
        if (quiet_) return;
        if (top().plan.value >= 0) problem_.watch.set_value(top().plan.value);
        problem_.watch.set_bound(std::max(top().bound, top().plan.value));
    }

    // Lemma 22. Of sets that earn as much, one over fewer sides.
    void shorten() {
        Rung& rung = top();
        if (rung.plan.value < 0 || rung.castings.empty()) return;
        if (stages() == 0) list_more(rung);
        if (stopped()) return;
        if (listed(rung)) {
            for (const Casting& casting : rung.castings) {
                if (!stopped()) Packer<M>(problem_, casting, lists_).shorten(rung.plan);
            }
        } else if (stages() > 0) {
            frontier().shorten(parts_of(rung), rung.plan);
        }
    }

    [[nodiscard]] Solution finished() {
        const Rung& rung = top();
        Solution solution = problem_.solution(rung.plan, rung.bound, settled(rung));
        solution.stats.routes = lists_.routes();
        return solution;
    }

    [[nodiscard]] bool stopped() const { return problem_.watch.stopped(); }
    [[nodiscard]] frontier::Frontier& frontier() {
        if (!frontier_) frontier_.emplace(problem_, problem_.tuning.graph_arcs);
        return *frontier_;
    }

    Problem& problem_;
    const bool quiet_;
    Lists<M> lists_;
    std::optional<frontier::Frontier> frontier_;
    std::vector<std::int32_t> types_;   // of the trains that have a rung, in turn
    std::vector<Rung> rungs_;           // of the first 0, 1, 2, ... of them
    std::vector<std::int32_t> copies_;  // trains of each type, up to the present rung
    std::vector<char> listed_long_;     // by type
    bool outlined_ = false;
    std::int64_t list_nodes_;
    std::int64_t pack_nodes_;
    std::size_t rows_left_ = 1'500'000;  // of long lists, all types together
};

}  // namespace route_opt
