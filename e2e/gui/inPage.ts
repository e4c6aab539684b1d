/** Queries that only the page can answer, as source text, because these files are compiled without the DOM types. */
import type { Page } from 'playwright'

/** Returns the accessible name, or text, of the focused element. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate<string>(
    "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
  )

/** Returns the number of pixels by which the page is wider than its window. */
export const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Returns the position of the notification line, as its edges. */
export const placeOfNotices = (page: Page): Promise<unknown> =>
  page.evaluate(`(({ left, top, right, bottom }) => ({ left, top, right, bottom }))(
    document.querySelector('[data-toasts]').getBoundingClientRect(),
  )`)

/**
 * Returns visible elements below notifications that have their own text or can be pressed or typed into. Elements that
 * are scrolled away or behind a dialog are not included.
 */
export const coveredByNotices = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const notices = document.querySelector('[data-toasts]')
    const place = notices.getBoundingClientRect()
    const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
    return [...document.querySelectorAll('body *')]
      .filter((element) => !notices.contains(element) && (own(element) || element.matches('button, a, input, textarea, select')))
      .filter((element) => {
        const box = element.getBoundingClientRect()
        const [left, right] = [Math.max(box.left, place.left), Math.min(box.right, place.right)]
        const [top, bottom] = [Math.max(box.top, place.top), Math.min(box.bottom, place.bottom)]
        if (left >= right || top >= bottom) return false
        const below = document
          .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
          .find((one) => one !== notices && !notices.contains(one))
        return below !== undefined && element.contains(below)
      })
      .map((element) => element.tagName + ': ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 80))
  })()`)

/** Returns the number of pixels by which the page's title is longer than its box. */
export const cutFromTitle = (page: Page): Promise<number> => hiddenBeside(page, 'h1')

/**
 * Returns texts that are unintentionally longer than their box. Intentional cuts end in an ellipsis, and the full text
 * is in a title or next to it. Boxes that scroll are skipped. A hash shortened in its middle must not also be cut at
 * its end. Column headers must never be cut, neither by an ellipsis nor by the lower edge of their row.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
    const hidden = (element) => element.closest('.sr-only, [aria-hidden="true"], [hidden]') !== null
    const longer = (element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
    const ellipsised = (element) =>
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth &&
      getComputedStyle(element).textOverflow === 'ellipsis'
    const twice = [...document.querySelectorAll('body *')].filter(
      (element) => /^\\w+…\\w+$/.test(element.textContent) && (ellipsised(element) || ellipsised(element.parentElement)),
    )
    const cutHeads = [...document.querySelectorAll('[role="columnheader"], [data-head]')]
      .filter((head) => head.clientWidth > 1 && head.textContent.trim() !== '' && head.closest('.sr-only') === null)
      .filter((head) => {
        const range = document.createRange()
        const row = head.parentElement.getBoundingClientRect()
        return [head, ...head.querySelectorAll('*')].filter(own).some((element) => {
          range.selectNodeContents(element)
          const text = range.getBoundingClientRect()
          return longer(element) || text.bottom > row.bottom + 1 || text.top < row.top - 1
        })
      })
      .map((head) => 'head of a column: ' + head.textContent.slice(0, 80))
    const cut = [...document.querySelectorAll('body *')]
      .filter((element) => own(element) && !hidden(element) && longer(element))
      .filter((element) => {
        const { textOverflow, overflowX, display } = getComputedStyle(element)
        return textOverflow !== 'ellipsis' && overflowX !== 'auto' && overflowX !== 'scroll' && display !== 'inline'
      })
      .concat(twice)
      .map((element) => element.tagName + ': ' + element.textContent.slice(0, 80))
    return [...cutHeads, ...cut]
  })()`)

/**
 * Returns table headers, and names and notes of key figures, that end in an ellipsis, and badges that stick out of
 * their cells. These are texts of the window, which must fit in each language.
 */
export const cutLabels = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const figures = [...document.querySelectorAll('[data-figure]')].map((figure) => figure.parentElement.parentElement)
    const cut = [...document.querySelectorAll('[role="columnheader"]'), ...figures]
      .flatMap((box) => [...box.querySelectorAll('.truncate')])
      .filter((element) => element.scrollWidth > element.clientWidth)
    const right = (element) => element.getBoundingClientRect().right
    const sticking = [...document.querySelectorAll('[role="gridcell"] [data-badge]')]
      .filter((badge) => right(badge) > right(badge.closest('[role="gridcell"]')) + 1)
    return [...cut, ...sticking].map((element) => element.textContent.slice(0, 80))
  })()`)

/**
 * Returns tables that are wider than their container, whose last columns are hidden until the user scrolls. Skips
 * collapsed parts.
 */
export const tablesCut = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[role="grid"]:not(details:not([open]) *)')]
    .filter((table) => table.scrollWidth > table.clientWidth + 1)
    .map((table) => table.getAttribute('aria-label') + ': ' + (table.scrollWidth - table.clientWidth) + ' px')`)

/** Returns submit buttons of dialog forms that are below the visible part of the dialog. */
export const submitsOutOfSight = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const bottom = (element) => element.getBoundingClientRect().bottom
    return [...document.querySelectorAll('[role="dialog"] [type="submit"]')]
      .filter((button) => bottom(button) > Math.min(innerHeight, bottom(button.closest('[role="dialog"]'))))
      .map((button) => button.textContent)
  })()`)

/**
 * Returns the number of pixels of the sidebar that are not visible, because its links must be reachable without
 * scrolling.
 */
export const hiddenOfSidebar = (page: Page): Promise<number> =>
  page.evaluate<number>(
    "((nav) => (nav === null ? 0 : nav.scrollHeight - nav.clientHeight))(document.querySelector('nav'))",
  )

/**
 * Returns texts that a reader cannot see completely: clipped, outside the window, over another text, or in a column one
 * word wide. A text cut by an ellipsis is returned if no title, tooltip or name contains it in full. Also returns boxes
 * that scroll down and sideways.
 */
export const unreadableTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const found = []
    const say = (what, element) => found.push(what + ': ' + element.tagName + ' ' + element.textContent.trim().slice(0, 60))
    const style = (element) => getComputedStyle(element)
    const parents = (element) => (element === null ? [] : [element, ...parents(element.parentElement)])
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
    const skipped = '.sr-only, [aria-hidden="true"], [hidden], svg, details:not([open]) > :not(summary), option, script'
    const scrolls = (value) => value === 'auto' || value === 'scroll'
    const texts = []
    const walker = document.createTreeWalker(dialogs.at(-1) ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      if (node.data.trim() === '' || element.closest(skipped) || element.clientWidth === 1 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      if (lines.length === 0) continue
      const box = range.getBoundingClientRect()
      let seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom }
      const whole = element.closest('[title], :is(a, button, li, span)[aria-label], [data-state]:not([role="tabpanel"], [role="dialog"]), [role="gridcell"]') !== null
      let away = false
      for (const parent of parents(element)) {
        const { overflowX, overflowY, textOverflow, position, webkitLineClamp } = style(parent)
        const frame = parent.getBoundingClientRect()
        if (overflowX !== 'visible' && parent !== document.body && parent !== document.documentElement) {
          if (!scrolls(overflowX) && !scrolls(overflowY) && !away && !parent.hasAttribute('data-fades')) {
            const cut = seen.right > frame.right + 1 || seen.bottom > frame.bottom + 2 || seen.left < frame.left - 1
            if (cut && !((textOverflow === 'ellipsis' || webkitLineClamp !== 'none') && whole)) say('cut', element)
          }
          away ||= seen.left >= frame.right || seen.right <= frame.left || seen.top >= frame.bottom || seen.bottom <= frame.top
          seen = { left: Math.max(seen.left, frame.left), right: Math.min(seen.right, frame.right), top: Math.max(seen.top, frame.top), bottom: Math.min(seen.bottom, frame.bottom) }
        }
        if (position === 'fixed') break
      }
      if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue
      if (seen.right > innerWidth + 1) say('beyond the window', element)
      const words = node.data.trim().split(/\\s+/).length
      const rows = new Set(lines.map(({ top }) => Math.round(top))).size
      if (rows >= 4 && words / rows < 1.4 && words > 3) say('one word wide', element)
      const layer = parents(element).find((parent) => /fixed|sticky/.test(style(parent).position))
      for (const { left, right, top, bottom } of lines)
        texts.push({ element, layer, left: Math.max(left, seen.left), right: Math.min(right, seen.right), top: Math.max(top, seen.top), bottom: Math.min(bottom, seen.bottom) })
    }
    texts.sort((a, b) => a.top - b.top)
    texts.forEach((text, index) => {
      for (const other of texts.slice(index + 1)) {
        if (other.top > text.bottom - 3) break
        if (other.layer !== text.layer || other.element === text.element) continue
        const wide = Math.min(text.right, other.right) - Math.max(text.left, other.left)
        const high = Math.min(text.bottom, other.bottom) - Math.max(text.top, other.top)
        if (wide > 2 && high > 4) say('over ' + other.element.textContent.trim().slice(0, 30), text.element)
      }
    })
    for (const box of document.querySelectorAll('body *')) {
      const { overflowX, overflowY } = style(box)
      if (!scrolls(overflowY) || !scrolls(overflowX) || box.scrollWidth <= box.clientWidth + 1) continue
      if (/textarea|input|pre/i.test(box.tagName) || box.closest('[role="grid"], [data-sideways]') || box.querySelector(':scope > [role="grid"]')) continue
      found.push('scrolls sideways by ' + (box.scrollWidth - box.clientWidth) + ': ' + box.tagName + '.' + String(box.className).slice(0, 60))
    }
    return [...new Set(found)]
  })()`)

/**
 * Returns the largest distance, in pixels, between the baselines of the figures in a strip. An empty box is aligned
 * with the baseline of its text.
 */
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

/** Returns overlapping labels of SVG drawings. */
export const touchingLabels = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('svg[role="img"]')].flatMap((drawing) => {
    const labels = [...drawing.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()])
    return labels.flatMap(([text, box], place) =>
      labels
        .slice(place + 1)
        .filter(([, { left, right, top, bottom }]) =>
          left < box.right && box.left < right && top < box.bottom - 1 && box.top < bottom - 1)
        .map(([other]) => text + ' on ' + other))
  })`)

/**
 * Returns whether the backdrop of a dialog covers the middle of an element. Elements behind a dialog take no pointer
 * events, so a hit test alone does not find them.
 */
export const isDimmed = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    const { left, top, width, height } = element.getBoundingClientRect()
    const layers = [...document.querySelectorAll('body *')].filter((each) => getComputedStyle(each).position === 'fixed')
    const before = layers.map(({ style }) => style.pointerEvents)
    for (const { style } of layers) style.pointerEvents = 'auto'
    const hit = document.elementsFromPoint(left + width / 2, top + height / 2)
    layers.forEach(({ style }, place) => (style.pointerEvents = before[place]))
    const above = hit.slice(0, hit.findIndex((each) => element.contains(each)))
    const coloured = (each) => !/(, 0\\)|transparent)$/.test(getComputedStyle(each).backgroundColor)
    return above.some((each) => layers.includes(each) && each.clientWidth === innerWidth && each.clientHeight === innerHeight && coloured(each))
  })()`)

/** Returns the widths of characters in the page's font, in em, including letter spacing. */
export const widthsInType = (page: Page, characters: string): Promise<number[]> =>
  page.evaluate<number[]>(`document.fonts.ready.then(() => [...${JSON.stringify(characters)}].map((character) => {
    const box = document.createElement('span')
    box.style.cssText = 'position: absolute; font-size: 100px; line-height: 1'
    box.textContent = character
    document.body.append(box)
    const { width } = box.getBoundingClientRect()
    box.remove()
    return Math.round(width) / 100
  }))`)

/**
 * Returns the right edges of elements, in pixels, once they exist: content below a page's title must fill its width.
 */
export async function rightEnds(page: Page, ...selectors: readonly string[]): Promise<number[]> {
  for (const selector of selectors) await page.locator(selector).first().waitFor()
  return page.evaluate<number[]>(
    `${JSON.stringify(selectors)}.map((each) => Math.round(document.querySelector(each).getBoundingClientRect().right))`,
  )
}

export const readColours = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => getComputedStyle(element).backgroundColor)`,
  )

/** Returns the number of pixels by which an element's content is wider than the element. */
export const hiddenBeside = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(${JSON.stringify(selector)}))`,
  )

/** Returns the number of pixels by which an element's content is higher than the element. */
export const hiddenBelow = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(
    `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector(${JSON.stringify(selector)}))`,
  )

/** Returns everything that the page has put into storage, as JSON. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')

export const pageColour = (page: Page): Promise<string> =>
  page.evaluate<string>('getComputedStyle(document.body).backgroundColor')

/** Returns the resolved value of an expression that is a promise. */
export const evaluateAsync = (page: Page, expression: string): Promise<unknown> => page.evaluate(expression)
