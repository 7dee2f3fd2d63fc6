# embed.awk -- prints templates.c: every file given becomes a text of the program.

function quoted(line) {
    gsub(/\\/, "&&", line)
    gsub(/"/, "\\\"", line)
    return "\"" line
}

FNR == 1 {
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.json$/, "", name)
    summary = $0
    sub(/^\/\/ [^:]*: /, "", summary)
    if (count++)
        body = body "    },\n"
    body = body "    {\n        .name = " quoted(name) "\",\n        .summary = " quoted(summary) \
        "\",\n        .text =\n"
}
{
    # The comma after the last line of a text is not needed: the next thing is the closing brace.
    body = body "            " quoted($0) "\\n\"\n"
}

END {
    print "// Made from workloads/init by sim/cli/embed.awk."
    print "#include \"cli/templates.h\"\n"
    print "static const struct template templates[] = {\n" body "    },\n};\n"
    print "const struct template *template_catalog(size_t *out_count)\n{"
    print "    *out_count = sizeof templates / sizeof templates[0];\n    return templates;\n}"
}
