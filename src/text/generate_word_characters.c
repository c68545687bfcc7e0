/* Writes word_characters.inc: the characters that PostgreSQL's pg_trgm takes for parts of words, and their lower case,
 * as the C library of this machine knows them in the locale C.UTF-8.
 *
 *   cc -o generate_word_characters generate_word_characters.c && ./generate_word_characters > word_characters.inc
 *
 * The committed table was made with glibc 2.36, the one that Debian 12's PostgreSQL 15 uses. */
#include <gnu/libc-version.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

enum { end_of_unicode = 0x110000 };

static int is_word_character(wint_t c) {
  return iswalpha(c) || iswdigit(c);
}

static void write_word_ranges(void) {
  wint_t begin = 0;
  printf("constexpr WordRange word_ranges[] = {\n");
  for (wint_t c = 1; c <= end_of_unicode; ++c) {
    const int before = is_word_character(c - 1);
    const int now = c < end_of_unicode && is_word_character(c);
    if (now && !before) begin = c;
    if (!now && before) printf("    {0x%X, 0x%X},\n", begin, c - 1);
  }
  printf("};\n");
}

static long shift_of(wint_t c) {
  return (long)towlower(c) - (long)c;
}

/* Longest run from `first` of equal shifts, each `step` after the one before. */
static wint_t end_of_run(wint_t first, wint_t step) {
  wint_t last = first;
  while (last + step < end_of_unicode && shift_of(last + step) == shift_of(first) &&
         (step == 1 || shift_of(last + 1) == 0))
    last += step;
  return last;
}

static void write_lower_ranges(void) {
  printf("constexpr LowerRange lower_ranges[] = {\n");
  for (wint_t c = 0; c < end_of_unicode; ++c) {
    if (shift_of(c) == 0 || !is_word_character(c)) continue;
    const wint_t dense = end_of_run(c, 1), sparse = end_of_run(c, 2);
    const wint_t step = dense > c || sparse == c ? 1 : 2;
    const wint_t last = step == 1 ? dense : sparse;
    printf("    {0x%X, 0x%X, %u, %ld},\n", c, last, step, shift_of(c));
    c = last;
  }
  printf("};\n");
}

int main(void) {
  if (!setlocale(LC_CTYPE, "C.UTF-8")) {
    fprintf(stderr, "the locale C.UTF-8 is not installed\n");
    return 1;
  }
  printf("// Made by generate_word_characters.c with glibc %s. Do not edit.\n", gnu_get_libc_version());
  printf("// clang-format off\n");
  write_word_ranges();
  write_lower_ranges();
  printf("// clang-format on\n");
  return 0;
}
