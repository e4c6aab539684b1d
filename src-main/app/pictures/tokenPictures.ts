import type { ChainMethodResult, PictureReason } from '#shared/chains/index.ts'
import { linkTarget } from '#shared/protocol/nftData.ts'
import { PictureFault } from './fault.ts'
import type { FetchedPicture } from './fetchPicture.ts'

type Shown = ChainMethodResult<'gettokenpicture'>

/** Where the link of a token leads. */
export interface TokenLink {
  readonly address: string
  readonly host: string
}

export interface TokenPictures {
  /** The link of a token; undefined: it has none to the web. Contacts nobody. */
  link(chain: string, tokenid: string): Promise<TokenLink | undefined>
  /**
   * What the person has to agree to before the picture of a token can be shown; undefined: nothing, because it was fetched
   * before, its host was allowed, or there is no picture. Contacts nobody.
   */
  due(chain: string, tokenid: string): Promise<TokenLink | undefined>
  /** The person allowed this host until the app ends. */
  allow(host: string): void
  /** The picture, or why there is none. */
  show(chain: string, tokenid: string, signal: AbortSignal): Promise<Shown>
}

export interface TokenPictureDeps {
  /** The text in the token's data, or why there is none. */
  linkOf(
    chain: string,
    tokenid: string,
  ): Promise<{ readonly link: string } | { readonly reason: Extract<PictureReason, 'no-token' | 'no-link'> }>
  /** @throws PictureFault where the options of the chains leave no way to any server */
  requireWay(): Promise<void>
  /** @throws PictureFault */
  fetch(address: string, signal: AbortSignal): Promise<FetchedPicture>
  /** milliseconds, monotonic */
  now(): number
}

/** Of all pictures that are kept, the ones fetched longest ago go first. */
const MOST_KEPT_BYTES = 24_000_000
/** A page that an allowed host has got into cannot tell it much in so few requests. */
const MOST_FETCHES = 20
const FETCHES_WITHIN_MS = 60_000

const refusal = (reason: PictureReason, host: string | null): Shown => ({ result: 'error', host, reason })

const shown = (host: string, { type, width, height, bytes }: FetchedPicture): Shown => ({
  result: 'success',
  ...{ host, type, width, height, bytes: bytes.length, picture: bytes.toString('base64') },
})

/** What is known of a token's link before anybody is contacted. */
type Known =
  | { readonly kind: 'web'; readonly to: TokenLink }
  | { readonly kind: 'none'; readonly reason: PictureReason }

/** Bounded in bytes; asking for one does not make it younger, so that no page can keep one for ever. */
function createKept() {
  const pictures = new Map<string, FetchedPicture>()
  let bytes = 0
  return {
    get: (address: string) => pictures.get(address),
    put(address: string, picture: FetchedPicture) {
      pictures.set(address, picture)
      bytes += picture.bytes.length
      for (const [oldest, { bytes: gone }] of pictures) {
        if (bytes <= MOST_KEPT_BYTES) break
        pictures.delete(oldest)
        bytes -= gone.length
      }
    },
  }
}

/** Pictures of NFTs: fetched one at a time, when a person asks for one. */
export function createTokenPictures(deps: TokenPictureDeps): TokenPictures {
  const kept = createKept()
  const allowed = new Set<string>()
  let times: readonly number[] = []
  let running = false

  async function known(chain: string, tokenid: string): Promise<Known> {
    const found = await deps.linkOf(chain, tokenid)
    if ('reason' in found) return { kind: 'none', reason: found.reason }
    const target = linkTarget(found.link)
    if (target.kind === 'web') return { kind: 'web', to: target }
    return { kind: 'none', reason: target.kind === 'ipfs' ? 'ipfs' : 'not-https' }
  }

  function busy(): boolean {
    times = times.filter((time) => time > deps.now() - FETCHES_WITHIN_MS)
    return running || times.length >= MOST_FETCHES
  }

  async function fetched({ address, host }: TokenLink, signal: AbortSignal): Promise<Shown> {
    if (busy()) return refusal('busy', host)
    running = true
    times = [...times, deps.now()]
    try {
      const picture = await deps.fetch(address, signal)
      kept.put(address, picture)
      return shown(host, picture)
    } catch (error) {
      if (error instanceof PictureFault) return refusal(error.reason, host)
      throw error
    } finally {
      running = false
    }
  }

  return {
    async link(chain, tokenid) {
      const found = await known(chain, tokenid)
      return found.kind === 'web' ? found.to : undefined
    },
    async due(chain, tokenid) {
      const found = await known(chain, tokenid)
      if (found.kind !== 'web' || kept.get(found.to.address) || allowed.has(found.to.host)) return undefined
      const open = await deps.requireWay().then(
        () => true,
        () => false,
      )
      return open && !busy() ? found.to : undefined
    },
    allow(host) {
      allowed.add(host)
    },
    async show(chain, tokenid, signal) {
      const found = await known(chain, tokenid)
      if (found.kind === 'none') return refusal(found.reason, null)
      const { address, host } = found.to
      const before = kept.get(address)
      return before ? shown(host, before) : fetched(found.to, signal)
    },
  }
}
