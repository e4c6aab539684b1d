/** Questions that only the page itself can answer, as source text: these files are compiled without the DOM's types. */
import type { Page } from 'playwright'

/** Accessible name (or text) of what has the focus. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate<string>(
    "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
  )

/** Pixels by which the page is wider than its window. */
export const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Pixels by which the page's title is longer than the room it has. */
export const cutFromTitle = (page: Page): Promise<number> =>
  page.evaluate<number>("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('h1'))")

/**
 * Texts that are longer than their box and not meant to be: what is cut on purpose ends in an ellipsis, and has its whole text in
 * a title or beside it. Boxes that scroll are left out. Heads of columns are never cut on purpose: not by an ellipsis, nor by the
 * lower end of their row.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
    const hidden = (element) => element.closest('.sr-only, [aria-hidden="true"], [hidden]') !== null
    const tooLong = ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1
    const cutHeads = [...document.querySelectorAll('[role="columnheader"], [data-head]')]
      .filter((head) => head.clientWidth > 1 && head.textContent.trim() !== '' && head.closest('.sr-only') === null)
      .filter((head) => {
        const range = document.createRange()
        const row = head.parentElement.getBoundingClientRect()
        return [head, ...head.querySelectorAll('*')].filter(own).some((element) => {
          range.selectNodeContents(element)
          const text = range.getBoundingClientRect()
          return tooLong(element) || text.bottom > row.bottom + 1 || text.top < row.top - 1
        })
      })
      .map((head) => 'head of a column: ' + head.textContent.slice(0, 80))
    const cut = [...document.querySelectorAll('body *')]
      .filter((element) => own(element) && !hidden(element) && element.clientWidth > 1)
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => {
        const { textOverflow, overflowX, display } = getComputedStyle(element)
        return textOverflow !== 'ellipsis' && overflowX !== 'auto' && overflowX !== 'scroll' && display !== 'inline'
      })
      .map((element) => element.tagName + ': ' + element.textContent.slice(0, 80))
    return [...cutHeads, ...cut]
  })()`)

/** How far apart the lines are that the figures of a strip stand on, in pixels. An empty box stands on the line of its text. */
export const baselinesApart = (page: Page, strip: string): Promise<number> =>
  page.evaluate<number>(`(() => {
    const lines = [...document.querySelectorAll(${JSON.stringify(strip)})].map((figure) => {
      const box = document.createElement('span')
      box.style.display = 'inline-block'
      figure.append(box)
      const { bottom } = box.getBoundingClientRect()
      box.remove()
      return bottom
    })
    return Math.max(...lines) - Math.min(...lines)
  })()`)

/** Everything the page has put into storage. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')

/** The colour behind everything. */
export const pageColour = (page: Page): Promise<string> =>
  page.evaluate<string>('getComputedStyle(document.body).backgroundColor')

/** The outcome of an expression that is a promise. */
export const evaluateAsync = (page: Page, expression: string): Promise<unknown> => page.evaluate(expression)
