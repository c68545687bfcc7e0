SELECT /* one */ a -- two
FROM t /**/ ;