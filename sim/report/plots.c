#include "report/plots.h"

#include "base/mem.h"
#include "report/files.h"
#include "report/gnuplot.h"
#include "report/graph.h"
#include "report/report.h"
#include "report/tsv.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

struct data_file {
    const char *name;
    void (*write)(struct buffer *out, const struct result *result);
};

static const struct data_file data_files[] = {
    {"data/comparison.tsv", tsv_comparison}, {"data/partitions.tsv", tsv_partitions},
    {"data/windows.tsv", tsv_windows},       {"data/lorenz.tsv", tsv_lorenz},
    {"data/queries.tsv", tsv_queries},       {"data/break_even.tsv", tsv_break_even},
};

static bool write_below(const char *root, const char *name, const struct buffer *content,
                        struct err *err)
{
    char *path = path_join(root, name);
    const bool ok = file_write(path, content, err);
    mem_free(path);
    return ok;
}

static bool make_below(const char *root, const char *name, struct err *err)
{
    char *path = path_join(root, name);
    const bool ok = folder_make(path, err);
    mem_free(path);
    return ok;
}

static bool write_data(const struct result *result, const char *root, struct err *err)
{
    bool ok = make_below(root, "data", err);
    for (size_t i = 0; ok && i < sizeof data_files / sizeof data_files[0]; i++) {
        struct buffer content = {0};
        data_files[i].write(&content, result);
        ok = write_below(root, data_files[i].name, &content, err);
        buffer_done(&content);
    }
    return ok;
}

// "plots/heatmap" and an ending.
static char *plot_name(const char *graph, const char *ending)
{
    struct buffer name = {0};
    buffer_format(&name, "plots/%s%s", graph, ending);
    return buffer_take(&name);
}

static bool write_plot_file(const char *root, const char *graph, const char *ending,
                            const struct buffer *content, struct err *err)
{
    char *name = plot_name(graph, ending);
    const bool ok = write_below(root, name, content, err);
    mem_free(name);
    return ok;
}

static bool check_picture(const char *root, const char *graph, const char *ending,
                          bool (*check)(const char *, struct err *), struct err *err)
{
    char *name = plot_name(graph, ending);
    char *path = path_join(root, name);
    const bool ok = check(path, err);
    mem_free(path);
    mem_free(name);
    return ok;
}

static bool draw_canvas(const struct canvas *canvas, const char *root,
                        const volatile sig_atomic_t *interrupted, struct err *err)
{
    struct buffer script = {0}, run = {0};
    char *folder = path_join(root, "plots");
    canvas_script(canvas, &script);
    buffer_format(&run, "%s.gp", canvas->name);
    const bool ok = write_plot_file(root, canvas->name, "-labels.tsv", &canvas->labels, err) &&
                    write_plot_file(root, canvas->name, ".gp", &script, err) &&
                    gnuplot_run(folder, (const char *)run.data, interrupted, err) &&
                    check_picture(root, canvas->name, ".png", gnuplot_check_png, err) &&
                    check_picture(root, canvas->name, ".svg", gnuplot_check_svg, err);
    if (!ok)
        err_context(err, "graph %s", canvas->name);
    mem_free(folder);
    buffer_done(&script);
    buffer_done(&run);
    return ok;
}

static bool make_graph(const struct result *result, const struct report_graph *graph,
                       const char *root, const struct plots_request *request, struct err *err)
{
    if (graph->applies && !graph->applies(result))
        return true;
    const bool draw = request->draw && (!request->kind || !strcmp(request->kind, graph->name));
    struct canvas canvas = {.name = graph->name};
    struct graph_files files = {0};
    graph->draw(result, &canvas, &files);
    bool ok = true;
    for (size_t i = 0; ok && i < files.count; i++)
        ok = write_below(root, files.items[i].name, &files.items[i].content, err);
    ok = ok && (!draw || draw_canvas(&canvas, root, request->interrupted, err));
    graph_files_done(&files);
    canvas_done(&canvas);
    return ok;
}

bool plots_make(const struct result *result, const char *root, const struct plots_request *request,
                struct err *err)
{
    size_t count;
    const struct report_graph *graphs = report_graphs(&count);
    bool ok = write_data(result, root, err) && (!request->draw || make_below(root, "plots", err));
    for (size_t i = 0; ok && i < count; i++)
        ok = make_graph(result, &graphs[i], root, request, err);
    return ok;
}

// ---- into a folder that is there ----

static bool move_file(const char *from, const char *to, const char *name, struct err *err)
{
    char *source = path_join(from, name);
    char *target = path_join(to, name);
    const bool ok = rename(source, target) == 0 ||
                    err_fail(err, ERR_MACHINE, "cannot write %s: %s", target, strerror(errno));
    mem_free(source);
    mem_free(target);
    return ok;
}

static bool move_files(const char *root, const char *folder, const char *name, struct err *err)
{
    char *from = path_join(root, name);
    char *to = path_join(folder, name);
    bool ok = folder_make(to, err);
    DIR *opened = ok ? opendir(from) : NULL;
    const struct dirent *entry;
    while (ok && opened && (entry = readdir(opened))) {
        if (entry->d_name[0] != '.')
            ok = move_file(from, to, entry->d_name, err);
    }
    if (opened)
        (void)closedir(opened);
    mem_free(from);
    mem_free(to);
    return ok;
}

static bool check_applies(const struct result *result, const char *kind, struct err *err)
{
    size_t count;
    const struct report_graph *graphs = report_graphs(&count);
    for (size_t i = 0; kind && i < count; i++) {
        if (!strcmp(kind, graphs[i].name) && graphs[i].applies && !graphs[i].applies(result))
            return err_fail(err, ERR_INPUT, "there is nothing for the graph `%s`: %s", kind,
                            graphs[i].why_not);
    }
    return true;
}

bool report_plot(const struct result *result, const char *folder, const char *kind, struct err *err)
{
    struct workshop shop;
    if (!check_applies(result, kind, err) || !gnuplot_find(err) || !folder_make(folder, err) ||
        !workshop_open(&shop, folder, err))
        return false;
    const struct plots_request request = {.draw = true, .kind = kind};
    const bool ok = plots_make(result, shop.path, &request, err) &&
                    move_files(shop.path, folder, "data", err) &&
                    move_files(shop.path, folder, "plots", err);
    workshop_close(&shop);
    return ok;
}
