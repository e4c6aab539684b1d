/** Used as a `ref`: scrolls an element into view when it appears below the visible part. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
