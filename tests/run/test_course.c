#include "run/course.h"

#include <criterion/criterion.h>

Test(course, equal_windows_take_operations_after_the_warm_up)
{
    const struct course course = {
        .operations = 1010, .warmup_operations = 10, .windows = 3, .window_operations = 333};
    cr_expect_eq(course_window(&course, 10, 0), 0);
    cr_expect_eq(course_window(&course, 10 + 332, 0), 0);
    cr_expect_eq(course_window(&course, 10 + 333, 0), 1);
    cr_expect_eq(course_window(&course, 10 + 998, 0), 2);
    cr_expect_eq(course_window(&course, 10 + 999, 0), 3, "the rest belongs to no window");
}

Test(course, windows_of_a_length_count_from_the_end_of_the_warm_up)
{
    const struct course course = {
        .warmup_ns = 5 * NS_PER_S, .windows = 4, .window_ns = 2 * NS_PER_S};
    cr_expect_eq(course_window(&course, 0, 5 * NS_PER_S), 0);
    cr_expect_eq(course_window(&course, 0, 7 * NS_PER_S - 1), 0);
    cr_expect_eq(course_window(&course, 0, 7 * NS_PER_S), 1);
    cr_expect_eq(course_window(&course, 0, 99 * NS_PER_S), 4);
}
