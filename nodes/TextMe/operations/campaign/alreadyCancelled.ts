/** Status of a campaign that was cancelled before, which is what the user wants (specification, Campaign). */
export const ALREADY_CANCELLED = 955;
