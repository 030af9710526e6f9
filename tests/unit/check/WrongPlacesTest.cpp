#include "check/WrongPlaces.h"

#include <catch2/catch.hpp>

using namespace assay;

static Difference differenceAt(Shape shape, std::vector<int64_t> places) {
  Difference difference;
  difference.elements = 1;
  for (int64_t extent : shape)
    difference.elements *= extent;
  difference.wrong = static_cast<int64_t>(places.size());
  difference.shape = std::move(shape);
  difference.places = std::move(places);
  return difference;
}

TEST_CASE("places are told dim by dim, of those that not all of are wrong") {
  const auto told = [](Shape shape, std::vector<int64_t> places) {
    return describePlaces(differenceAt(std::move(shape), std::move(places)));
  };
  CHECK(told({}, {0}) == "all 1 elements");
  CHECK(told({2, 3}, {0, 1, 2, 3, 4, 5}) == "all 6 elements");
  CHECK(told({2, 3}, {2, 5}) == "dim 1: 2, the last of 3; all 2 elements there");
  CHECK(told({2, 3}, {1, 2}) == "dim 0: 0, of 2; dim 1: 1 to 2 of 3; all 2 elements there");
  CHECK(told({7}, {1, 3, 5}) == "dim 0: every 2nd from 1 to 5 of 7; all 3 elements there");
  CHECK(told({7}, {0, 3, 4}) == "dim 0: 0, 3, 4 of 7; all 3 elements there");
  CHECK(told({2, 3}, {0, 4}) == "dim 1: 0 to 1 of 3; 2 of 4 elements there");
  CHECK(told({3}, {}).empty());
  Difference many = differenceAt({9}, {0, 1});
  many.wrong = 3;
  CHECK(describePlaces(many) == "dim 0: 0 to 1 of 9; as far as the first 2 wrong elements tell");
}

TEST_CASE("a map has a row for each row of the tensor as a matrix, or for several") {
  CHECK(text(heatMap(differenceAt({2, 2, 3}, {0, 5, 11}))) == "#..\n..#\n...\n..#\n");
  CHECK(text(heatMap(differenceAt({}, {0}))) == "#\n");
  CHECK(text(heatMap(differenceAt({3}, {1}))) == ".#.\n");
  CHECK(heatMap(differenceAt({3}, {})).rows.empty());
  // Parts of two elements, and one that is left.
  const HeatMap wide = heatMap(differenceAt({65}, {0, 2, 3, 64}));
  CHECK(wide.down == 1);
  CHECK(wide.across == 2);
  REQUIRE(wide.rows.size() == 1);
  REQUIRE(wide.rows[0].size() == 33);
  CHECK(text(wide).starts_with("+#."));
  CHECK(text(wide).ends_with(".#\n"));
  const HeatMap high = heatMap(differenceAt({96, 1}, {0}));
  CHECK(high.down == 3);
  CHECK(high.rows.size() == 32);
  CHECK(text(high).starts_with("-\n.\n"));
}
