import { readFileSync } from 'node:fs'
import { parsePublicKey } from './feed.ts'
import { isFeedAddress } from './fetchFeed.ts'

/** Update feed of a build, and the keys that it trusts. */
export interface FeedSource {
  readonly address: string
  /** base64 of ed25519 public keys */
  readonly keys: readonly string[]
}

/**
 * Reads `release.json` of the build. Returns undefined if the build has no update feed, like builds that users make
 * from the sources.
 * @param file path or file URL
 */
export function readFeedSource(file: string | URL): FeedSource | undefined {
  try {
    const { feed, keys } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly feed?: unknown
      readonly keys?: unknown
    }
    if (typeof feed !== 'string' || !isFeedAddress(feed) || !Array.isArray(keys)) return undefined
    const good = keys.filter((key): key is string => typeof key === 'string' && parsePublicKey(key) !== undefined)
    return good.length === 0 ? undefined : { address: feed, keys: good }
  } catch {
    return undefined
  }
}
