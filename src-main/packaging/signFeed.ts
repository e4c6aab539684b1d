/**
 * The release manager's tool for the update feed (resources/docs/release.md):
 *
 * * `node src-main/packaging/signFeed.ts keys <file for the private key>`
 * * `node src-main/packaging/signFeed.ts sign <file of the private key> <version> <page> <file for the feed> < notes`
 *
 * `keys` writes a new private key, readable by its owner only, and prints the public key for `resources/release.json`.
 * `sign` reads the release notes from standard input, one sentence per line, and writes the feed.
 */
import { readFileSync } from 'node:fs'
import { newFeedKey, publicKeyFor, readFeed, writeFeed } from '../app/updates/feed.ts'
import { writeDurablySync } from '../files/index.ts'

const READABLE_FILE = 0o644
const USAGE =
  'Usage: signFeed.ts keys <key file>\n       signFeed.ts sign <key file> <version> <page> <feed file> < notes\n'

function makeKeys(file: string): void {
  const key = newFeedKey()
  // Never overwrites an existing key.
  writeDurablySync(file, `${key}\n`, { existing: 'refuse', named: true })
  process.stdout.write(`${publicKeyFor(key)}\n`)
}

function signFeed(keyFile: string, version: string, page: string, feedFile: string): void {
  const key = readFileSync(keyFile, 'utf8').trim()
  const lines = readFileSync(0, 'utf8').split('\n')
  const notes = lines.map((line) => line.trim()).filter((line) => line !== '')
  const feed = writeFeed({ version, issued: Math.floor(Date.now() / 1000), page, notes }, key)
  // Check that the program can read the feed.
  readFeed(feed, [publicKeyFor(key)])
  writeDurablySync(feedFile, feed, { mode: READABLE_FILE, named: true })
}

const [what, ...rest] = process.argv.slice(2)
const [keyFile = '', version = '', page = '', feedFile = ''] = rest
try {
  if (what === 'keys' && rest.length === 1) makeKeys(keyFile)
  else if (what === 'sign' && rest.length === 4) signFeed(keyFile, version, page, feedFile)
  else throw new Error(USAGE)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
