#include "knowledge/language.hpp"

#include <doctest/doctest.h>

using namespace querydata::knowledge;

TEST_CASE("language: little words tell languages of one script apart") {
  CHECK(guess_language("Where is the lamp that was lit in the tower?") == Language::english);
  CHECK(guess_language("Wer hat die Lampe im Turm angezündet?") == Language::german);
  CHECK(guess_language("¿Quién encendió la lámpara de la torre?") == Language::spanish);
  CHECK(guess_language("Ai đã thắp đèn trong tháp và vì sao?") == Language::vietnamese);
}

TEST_CASE("language: scripts tell others") {
  CHECK(guess_language("Кто зажёг лампу?") == Language::russian);
  CHECK(guess_language("Ποιος άναψε τη λάμπα;") == Language::greek);
  CHECK(guess_language("من أشعل المصباح؟") == Language::arabic);
  CHECK(guess_language("दीपक किसने जलाया?") == Language::hindi);
  CHECK(guess_language("谁点亮了灯？") == Language::other);
}

TEST_CASE("language: what tells nothing is other") {
  CHECK(guess_language("") == Language::other);
  CHECK(guess_language("\xff\xfe 12 34") == Language::other);
}

TEST_CASE("language: stop words are folded") {
  CHECK(is_stop_word(Language::german, "fur"));
  CHECK_FALSE(is_stop_word(Language::german, "turm"));
  CHECK_FALSE(is_stop_word(Language::other, "the"));
}
