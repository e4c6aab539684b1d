/** Checks the links of a package's documents. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findLinkFault, listLinks } from '../../src-main/packaging/markdownLinks.ts'

/**
 * Returns the broken links of all documents in a folder, with their documents.
 * @param skipped names of subfolders with documents of others
 * @throws Error if the folder has no document with a link
 */
export function listBrokenLinks(folder: string, skipped: readonly string[] = []): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !skipped.some((name) => path.startsWith(`${name}/`)))
    .map((path) => join(folder, path))
  const links = paths.flatMap((path) => listLinks(readFileSync(path, 'utf8')).map((link) => ({ path, link })))
  if (links.length === 0) throw new Error(`No document in ${folder} has a link`)
  return links.flatMap(({ path, link }) => {
    const fault = findLinkFault(path, link)
    return fault === undefined ? [] : [`${relative(folder, path)}: ${fault}`]
  })
}
