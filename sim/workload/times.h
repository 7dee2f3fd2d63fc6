// times.h -- the times of recordings, to the nanosecond, as nanoseconds since 1970-01-01T00:00:00Z.
//
// Three spellings; which one a column has is said, or seen from its first value and then kept, so
// that a mix is an error:
//   epoch   a number with or without a fraction ("1521911720.865716"). Its unit is said, or told by
//   the digits before the
//           point: 10 s, 13 ms, 16 us, 19 ns
//   ISO     2010-12-01, 2010-12-01 08:26, 2010-12-01T08:26:00.5Z, ...+01:00, ...-0600, ... UTC; UTC
//   where no offset is given format  as strftime: %Y %y %m %b %B %d %e %j %a %A %H %I %p %M %S %f
//   (fraction) %z %Z (UTC, GMT, Z) %s (epoch seconds)
//           %F %T %D %R %n %t %%; a blank stands for any number of blanks. English names, whatever
//           the locale
// Digits of a fraction beyond the nanosecond are cut off. Years 1678 to 2261.
#ifndef HOTSIM_WORKLOAD_TIMES_H
#define HOTSIM_WORKLOAD_TIMES_H

#include "base/buffer.h"
#include "base/err.h"
#include "base/schema.h"
#include "base/types.h"

enum time_form { TIME_UNSEEN, TIME_EPOCH, TIME_ISO, TIME_FORMAT };

struct time_reader {
    enum time_form form;
    enum time_unit unit; // of an epoch; UNIT_NONE: by its digits
    bool unit_guessed;   // so that other counts of digits are a mix
    const char *format;  // TIME_FORMAT
};

struct time_reader time_reader_of(enum time_unit unit, const char *format);

// Messages name the text and what was expected; the caller adds the place.
bool time_read(struct time_reader *reader, struct bytes text, int64_t *out_ns, struct err *err);

// One conversion of the three, for those who try. False where the text is not of that form or out
// of range.
bool time_read_epoch(struct bytes text, enum time_unit unit, int64_t *out_ns);
bool time_read_iso(struct bytes text, int64_t *out_ns);
bool time_read_format(struct bytes text, const char *format, int64_t *out_ns);

// The unit that the digits of a number tell; UNIT_NONE where they tell none.
enum time_unit time_unit_of(struct bytes text);

// False, with the fault, where a format holds a conversion that is not known.
bool time_format_check(const char *format, struct err *err);

// Seconds since 1970 of a date and time of day (proleptic Gregorian, UTC).
int64_t time_of_civil(int64_t year, int64_t month, int64_t day, int64_t second_of_day);
// Days in a month.
int64_t time_month_days(int64_t year, int64_t month);
// Nanoseconds of seconds and nanoseconds; false where out of range.
bool time_join(int64_t seconds, int64_t ns, int64_t *out_ns);

// "2018-03-24T17:15:20.865716Z", for messages.
void time_write(struct buffer *out, int64_t ns);

#endif
