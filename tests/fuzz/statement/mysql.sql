SELECT `a`, "b\"c", 5--1 # x
 FROM t /*!50000 WHERE 1 */ WHERE MATCH(a) AGAINST($value) > 0