SELECT a FROM t WHERE a=? AND b=? -- why?
