// S2 over one index of all features: the sphere, where a finger's radius shrinks with the cosine of
// the latitude, so that a few hits at the edge differ from those of the plane.
#include <s2/mutable_s2shape_index.h>
#include <s2/s2closest_edge_query.h>
#include <s2/s2contains_point_query.h>
#include <s2/s2latlng.h>
#include <s2/s2latlng_rect.h>
#include <s2/s2lax_polygon_shape.h>
#include <s2/s2lax_polyline_shape.h>
#include <s2/s2point_vector_shape.h>

#include <cmath>
#include <memory>

#include "peer.hpp"

namespace {

constexpr double kEarthRadius = 6378137.0;

/// Reads well-known binary as shapes of S2: rings without their closing vertex, interiors left.
class ShapeReader {
 public:
  explicit ShapeReader(const uint8_t *bytes) : next_(bytes) {}

  std::unique_ptr<S2Shape> read() {
    next_ += 1;
    switch (number()) {
      case 1: return std::make_unique<S2PointVectorShape>(points(1));
      case 2: {
        uint32_t count = number();
        return std::make_unique<S2LaxPolylineShape>(points(count));
      }
      case 3: return polygon();
      default: return nullptr;
    }
  }

 private:
  uint32_t number() {
    uint32_t value;
    memcpy(&value, next_, 4);
    next_ += 4;
    return value;
  }

  std::vector<S2Point> points(uint32_t count) {
    std::vector<S2Point> result;
    result.reserve(count);
    for (uint32_t index = 0; index < count; index++) {
      double place[2];
      memcpy(place, next_, 16);
      next_ += 16;
      result.push_back(S2LatLng::FromDegrees(place[1], place[0]).ToPoint());
    }
    return result;
  }

  std::unique_ptr<S2Shape> polygon() {
    uint32_t ringCount = number();
    std::vector<std::vector<S2Point>> rings;
    for (uint32_t ring = 0; ring < ringCount; ring++) {
      uint32_t count = number();
      double area = 0;
      for (uint32_t index = 0; index + 1 < count; index++) {
        double pair[4];
        memcpy(pair, next_ + 16 * index, 32);
        area += pair[0] * pair[3] - pair[2] * pair[1];
      }
      auto places = points(count);
      places.pop_back();
      if ((area < 0) != (ring > 0)) std::reverse(places.begin(), places.end());
      rings.push_back(std::move(places));
    }
    return std::make_unique<S2LaxPolygonShape>(rings);
  }

  const uint8_t *next_;
};

}  // namespace

int main(int count, char **words) {
  if (count < 2) return 2;
  std::string stem = words[1];
  auto taps = peer::readTaps(stem);
  MutableS2ShapeIndex index;
  peer::forEachFeature(stem + ".4326.gpkg", [&](int64_t, const uint8_t *bytes, int) {
    // A shape's number is the feature's id less one, since ids count from 1 without gaps.
    index.Add(ShapeReader(bytes).read());
  });
  index.ForceBuild();

  auto point = [](const peer::Place &tap) {
    return S2LatLng::FromDegrees(tap.latitude, tap.longitude).ToPoint();
  };
  S2ClosestEdgeQuery within(&index), closest(&index);
  within.mutable_options()->set_include_interiors(true);
  closest.mutable_options()->set_include_interiors(true);
  closest.mutable_options()->set_max_results(1);
  auto around = MakeS2ContainsPointQuery(&index);
  std::vector<std::pair<int, double>> found;
  std::vector<std::pair<double, int>> ranked;

  peer::Question tap = [&](const peer::Place &place, double reach, peer::Sums &sums) {
    double angle = reach * std::cos(place.latitude * M_PI / 180) / kEarthRadius;
    within.mutable_options()->set_inclusive_max_distance(S1ChordAngle(S1Angle::Radians(angle)));
    S2ClosestEdgeQuery::PointTarget target(point(place));
    found.clear();
    ranked.clear();
    for (const auto &edge : within.FindClosestEdges(&target))
      found.push_back({edge.shape_id(), edge.distance().length2()});
    // An edge each: the best of every shape, then the shapes by distance.
    std::sort(found.begin(), found.end());
    for (size_t number = 0; number < found.size(); number++)
      if (number == 0 || found[number].first != found[number - 1].first)
        ranked.push_back({found[number].second, found[number].first});
    std::sort(ranked.begin(), ranked.end());
    sums.hits += ranked.size();
    for (const auto &hit : ranked) sums.ids += hit.second + 1;
  };
  peer::Question containing = [&](const peer::Place &place, double, peer::Sums &sums) {
    around.VisitContainingShapes(point(place), [&](S2Shape *shape) {
      sums.hits++;
      sums.ids += shape->id() + 1;
      return true;
    });
  };
  peer::Question nearest = [&](const peer::Place &place, double, peer::Sums &sums) {
    S2ClosestEdgeQuery::PointTarget target(point(place));
    sums.hits++;
    sums.ids += closest.FindClosestEdge(&target).shape_id() + 1;
  };
  peer::answerLines("S2 " S2_VERSION, taps, [&](const std::string &word) -> peer::Question {
    if (word == "tap") return tap;
    if (word == "containing") return containing;
    if (word == "nearest") return nearest;
    return nullptr;
  });
}
