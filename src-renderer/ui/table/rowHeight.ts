/** In px, also for the header. */
export const ROW_HEIGHT = 36
