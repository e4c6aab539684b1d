/** Links in Markdown documents: checks them, and rewrites them for documents that are moved into a package. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'

/** `[text](target)` or `![text](target)`. */
const LINK = /!?\[([^\]]*)\]\(([^)\s]+)\)/g
const FENCED_BLOCK = /(^```[\s\S]*?^```)/gm
const WITH_SCHEME = /^[a-z]+:/

/** Returns a document without code blocks. */
export const readProse = (text: string): string => text.replace(FENCED_BLOCK, '')

/** Returns the targets of a document's links to files and headings, without web addresses. */
export function listLinks(text: string): readonly string[] {
  return [...readProse(text).matchAll(LINK)]
    .map(([, , target = '']) => target)
    .filter((target) => !WITH_SCHEME.test(target))
}

/** Returns the anchors of a document's headings, as GitHub generates them. */
function listAnchors(path: string): readonly string[] {
  return [...readProse(readFileSync(path, 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Returns why a link of the document at a path is broken, or undefined if it is valid. */
export function findLinkFault(document: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : resolve(dirname(document), path)
  if (!existsSync(target)) return `${link} does not exist`
  if (anchor === undefined || statSync(target).isDirectory() || listAnchors(target).includes(anchor)) return undefined
  return `${link} names no heading`
}

/**
 * Rewrites the links of a document that moves from `source` to its place in `places`. A link to a file without a place
 * becomes its text, and a path in backticks becomes the new path.
 * @param places new paths of files by their old paths, both with slashes and relative to one folder each
 */
export function rewriteLinks(text: string, source: string, places: ReadonlyMap<string, string>): string {
  const own = places.get(source) ?? source
  const findPath = (target: string): string | undefined => {
    const place = places.get(target)
    return place === undefined ? undefined : posix.relative(posix.dirname(own), place)
  }
  const rewriteProse = (prose: string) =>
    prose
      .replace(LINK, (link: string, label: string, target: string) => {
        if (WITH_SCHEME.test(target) || target.startsWith('#')) return link
        const [path = '', anchor] = target.split('#')
        const found = findPath(posix.join(posix.dirname(source), path))
        if (found === undefined) return label
        return link.replace(`(${target})`, `(${found}${anchor === undefined ? '' : `#${anchor}`})`)
      })
      .replace(/`([\w./-]+)`/g, (code: string, path: string) => {
        const found = findPath(path)
        return found === undefined ? code : `\`${found}\``
      })
  return text
    .split(FENCED_BLOCK)
    .map((part) => (part.startsWith('```') ? part : rewriteProse(part)))
    .join('')
}
