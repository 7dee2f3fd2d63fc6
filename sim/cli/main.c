// hotsim -- a wind tunnel for row keys.

#ifdef NDEBUG
#error "asserts stay on in every build: the numbers decide clusters"
#endif

int main(void)
{
    return 0;
}
