#include "fields.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace route_opt {
namespace {

using Ints = std::vector<std::int32_t>;
using Arrays = std::map<std::string_view, Ints>;

// From arrays by name to an instance.
class Reader {
public:
    explicit Reader(const Arrays& arrays) : arrays_(arrays) {}

    Instance run() const {
        Instance in;
        const std::size_t stops = ints("stops.value").size();
        in.stops.value = ints("stops.value");
        in.stops.end_extra = filled("stops.end_extra", stops, 0);
        in.stops.pair_value = filled("stops.pair_value", stops, 0);
        in.stops.end_class = filled("stops.end_class", stops, 0);
        in.stops.group = filled("stops.group", stops, -1);
        in.stops.goods = filled("stops.goods", stops, 0);
        in.stops.own = flags("stops.own", stops);
        in.stops.end_only = flags("stops.end_only", stops);
        in.stops.buyer = flags("stops.buyer", stops);
        in.stops.room = flags("stops.room", stops);
        in.stops.minor = flags("stops.minor", 0);
        in.stops.tariffs = ints("stops.tariffs");
        in.track.sides = number("track.sides");
        for (const Terms::Pair& piece : pairs("track.pieces")) {
            in.track.a.push_back(piece.first);
            in.track.b.push_back(piece.second);
        }
        in.trains.visits = ints("trains.visits");
        in.trains.counts = filled("trains.counts", in.trains.visits.size(), 0);
        in.trains.major_visits = ints("trains.major_visits");
        in.trains.major_counts = ints("trains.major_counts");
        in.trains.minor_visits = ints("trains.minor_visits");
        in.trains.minor_counts = ints("trains.minor_counts");
        in.trains.tariff = ints("trains.tariff");
        in.terms.forbidden_ends = pairs("terms.forbidden_ends");
        in.terms.bonus_ends = pairs("terms.bonus_ends");
        in.terms.required_ends = pairs("terms.required_ends");
        in.terms.sets = sets();
        in.terms.visit_bonus = number("terms.visit_bonus");
        in.terms.good_value = number("terms.good_value");
        in.terms.extra_good = number("terms.extra_good") != 0;
        return in;
    }

private:
    [[nodiscard]] Ints ints(std::string_view name) const {
        const auto found = arrays_.find(name);
        return found == arrays_.end() ? Ints{} : found->second;
    }
    [[nodiscard]] Ints filled(std::string_view name, std::size_t size, std::int32_t value) const {
        const Ints found = ints(name);
        return found.empty() ? Ints(size, value) : found;
    }
    [[nodiscard]] std::vector<std::uint8_t> flags(std::string_view name, std::size_t size) const {
        std::vector<std::uint8_t> found;
        for (const std::int32_t x : filled(name, size, 0)) found.push_back(x != 0);
        return found;
    }
    [[nodiscard]] std::int32_t number(std::string_view name) const {
        const Ints found = ints(name);
        return found.empty() ? 0 : found.front();
    }
    [[nodiscard]] std::vector<Terms::Pair> pairs(std::string_view name) const {
        const Ints flat = ints(name);
        std::vector<Terms::Pair> found;
        for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
            found.push_back({flat[i], flat[i + 1]});
        }
        return found;
    }
    [[nodiscard]] std::vector<Terms::Set> sets() const {
        const Ints flat = ints("terms.sets");
        std::vector<Terms::Set> found;
        for (std::size_t i = 0; i < flat.size();) {
            const auto from = flat.begin() + static_cast<std::ptrdiff_t>(i) + 2;
            found.push_back({Ints(from, from + flat[i + 1]), flat[i]});
            i += 2 + static_cast<std::size_t>(flat[i + 1]);
        }
        return found;
    }

    const Arrays& arrays_;
};

// What is wrong with sets of stops that stand one after the other.
std::optional<Refusal> cut_short(const std::int32_t* values, std::int64_t count) {
    std::int64_t i = 0;
    while (i < count) {
        if (i + 2 > count || values[i + 1] < 0 || values[i + 1] > count - i - 2) {
            return Refusal{Refusal::Why::cut_short, 0, i};
        }
        i += 2 + values[i + 1];
    }
    return {};
}

// What is wrong with the form of an array, of which more is said once all arrays are there.
std::optional<Refusal> misshapen(Form form, const std::int32_t* values, std::int64_t count) {
    using Why = Refusal::Why;
    if (count < 0 || count > std::numeric_limits<std::int32_t>::max()) {
        return Refusal{Why::count, count};
    }
    if (values == nullptr && count > 0) return Refusal{Why::values, count};
    const bool single = form == Form::number || form == Form::truth;
    if (single && count != 1) return Refusal{Why::one, count};
    if (form == Form::pairs && count % 2 != 0) return Refusal{Why::pairs, count};
    if (form == Form::sets) return cut_short(values, count);
    if (form != Form::truth && form != Form::truths) return {};
    for (std::int64_t i = 0; i < count; ++i) {
        if (values[i] != 0 && values[i] != 1)
            return Refusal{Why::truth, values[i], single ? -1 : i};
    }
    return {};
}

// A name that is none, with those that there are in its group.
std::string unknown(const std::string& name) {
    const std::string group = name.substr(0, name.find('.') + 1);
    std::string known;
    for (const Field& field : fields) {
        if (group.empty() || !field.name.starts_with(group)) continue;
        known += (known.empty() ? "" : ", ") + std::string(field.name.substr(group.size()));
    }
    return name + (known.empty() ? ": is no field of stops, track, trains or terms"
                                 : ": is none of " + known);
}

std::string reason(const Refusal& refusal) {
    const std::string given = std::to_string(refusal.number);
    switch (refusal.why) {
        using enum Refusal::Why;
        case memory: return "there was no memory for it";
        case count: return given + " is not a number of values";
        case values: return "NULL was given for " + given + " values";
        case one: return given + " values were given, not one";
        case truth: return given + " is neither 0 nor 1";
        case pairs: return given + " numbers are no pairs";
        case cut_short: return "the set of stops that begins here is cut short";
        default: return "was given and could not be read";
    }
}

}  // namespace

std::string Refusal::words(std::string_view name) const {
    std::string where(name);
    if (place >= 0) where += "[" + std::to_string(place) + "]";
    return where + ": " + reason(*this);
}

bool Fields::set(const char* name, const std::int32_t* values, std::int64_t count) {
    const std::optional<std::size_t> field = find(name);
    if (!field) return false;
    const std::optional<Refusal> wrong = misshapen(fields[*field].form, values, count);
    arrays_.erase(fields[*field].name);
    refused_[*field] = wrong.value_or(Refusal{Refusal::Why::memory});  // until it is there
    if (wrong) return false;
    arrays_[fields[*field].name] = count > 0 ? Ints(values, values + count) : Ints{};
    refused_[*field].reset();
    return true;
}

bool Fields::skip(const char* name) {
    const std::optional<std::size_t> field = find(name);
    if (!field) return false;
    arrays_.erase(fields[*field].name);
    refused_[*field] = Refusal{Refusal::Why::unread};
    return true;
}

// The number of a field; a name that no field has is remembered.
std::optional<std::size_t> Fields::find(const char* name) {
    for (std::size_t i = 0; name != nullptr && i < fields.size(); ++i) {
        if (fields[i].name == name) return i;
    }
    const bool before = std::exchange(lost_, true);
    std::string kept = name == nullptr ? "NULL" : std::string(std::string_view(name).substr(0, 60));
    for (char& letter : kept) {
        if (letter < ' ' || letter > '~') letter = '?';
    }
    strangers_.insert(std::move(kept));
    lost_ = before;
    return {};
}

std::vector<std::string> Fields::refusals() const {
    std::vector<std::string> found;
    for (const std::string& name : strangers_) found.push_back(unknown(name));
    if (lost_) found.emplace_back("a name that no field has: there was no memory for it");
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (refused_[i]) found.push_back(refused_[i]->words(fields[i].name));
    }
    return found;
}

std::vector<std::string> Fields::problems() const {
    std::vector<std::string> found = refusals();
    Unread unread;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (refused_[i]) unread.add(fields[i].name);
    }
    for (std::string& more : validate(Reader(arrays_).run(), unread)) {
        found.push_back(std::move(more));
    }
    return found;
}

Instance Fields::instance() const {
    if (!refusals().empty()) throw std::invalid_argument("a field was refused");
    return Reader(arrays_).run();
}

}  // namespace route_opt
