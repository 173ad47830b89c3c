/** The longest delay that a timer takes, in milliseconds; a longer one would fire at once, and is as good as none. */
export const longestDelayMs = 2_147_483_647;
