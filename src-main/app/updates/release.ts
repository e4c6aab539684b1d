import { readFileSync } from 'node:fs'
import { publicKeyOf } from './feed.ts'
import { isFeedAddress } from './fetchFeed.ts'

/** Where a build asks for newer versions, and whom it believes. */
export interface FeedSource {
  readonly address: string
  /** base64 of ed25519 public keys */
  readonly keys: readonly string[]
}

/**
 * What `release.json` beside the build says; undefined: this build has no update feed, as those have not that people make
 * of the sources for themselves.
 * @param file a path, or its URL
 */
export function readFeedSource(file: string | URL): FeedSource | undefined {
  try {
    const { feed, keys } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly feed?: unknown
      readonly keys?: unknown
    }
    if (typeof feed !== 'string' || !isFeedAddress(feed) || !Array.isArray(keys)) return undefined
    const good = keys.filter((key): key is string => typeof key === 'string' && publicKeyOf(key) !== undefined)
    return good.length === 0 ? undefined : { address: feed, keys: good }
  } catch {
    return undefined
  }
}
