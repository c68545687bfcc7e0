SELECT E'a'
'\\'' || b, (jsonb_each(c)).key, printf('%*d', 9, a) FROM t