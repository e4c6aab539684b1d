/** Gives all elements the same size in px, because the test DOM has no layout. */
export function sizeElements(width = 1200, height = 800): void {
  const sizes = { clientWidth: width, offsetWidth: width, clientHeight: height, offsetHeight: height }
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
}
