/** As a `ref`: an element that appears below what is seen is scrolled to. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
