/** `k6 run`, without a word home, a progress bar, or colours in its log. */
export const k6Args: readonly string[] = ['run', '--quiet', '--no-color', '--no-usage-report'];
