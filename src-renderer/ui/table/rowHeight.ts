/** px, header included */
export const ROW_HEIGHT = 36
