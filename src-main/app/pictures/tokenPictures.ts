import type { ChainMethodResult, PictureReason } from '#shared/chains/index.ts'
import { linkTarget } from '#shared/protocol/nftData.ts'
import { PictureFault } from './fault.ts'
import type { FetchedPicture } from './fetchPicture.ts'

type PictureReply = ChainMethodResult<'gettokenpicture'>

export interface TokenLink {
  readonly address: string
  readonly host: string
}

export interface TokenPictureDeps {
  /** Returns the link in the token's data, or the reason why it has none. */
  linkOf(
    chain: string,
    tokenid: string,
  ): Promise<{ readonly link: string } | { readonly reason: Extract<PictureReason, 'no-token' | 'no-link'> }>
  /** @throws PictureFault if the options of the chains forbid all connections */
  requireWay(): Promise<void>
  /** @throws PictureFault if there is no valid picture */
  fetch(address: string, signal: AbortSignal): Promise<FetchedPicture>
  /** milliseconds, monotonic */
  now(): number
}

/** Maximum size of all cached pictures; those fetched first are dropped first. */
const MAX_CACHED_BYTES = 24_000_000
/** Maximum number of fetches per minute: a page controlled by an allowed host can leak little in this many requests. */
const MAX_FETCHES = 20
const FETCHES_WITHIN_MS = 60_000

const pictureError = (reason: PictureReason, host: string | null): PictureReply => ({ result: 'error', host, reason })

const shown = (host: string, { type, width, height, bytes }: FetchedPicture): PictureReply => ({
  result: 'success',
  ...{ host, type, width, height, bytes: bytes.length, picture: bytes.toString('base64') },
})

/** State of a token's link before a server is contacted. */
type KnownLink =
  | { readonly kind: 'web'; readonly to: TokenLink }
  | { readonly kind: 'none'; readonly reason: PictureReason }

/** Cache with a size limit. Reading a picture does not renew it, so that a page cannot keep one forever. */
class PictureCache {
  readonly #pictures = new Map<string, FetchedPicture>()
  #bytes = 0

  get(address: string): FetchedPicture | undefined {
    return this.#pictures.get(address)
  }

  put(address: string, picture: FetchedPicture): void {
    this.#pictures.set(address, picture)
    this.#bytes += picture.bytes.length
    for (const [oldest, { bytes: gone }] of this.#pictures) {
      if (this.#bytes <= MAX_CACHED_BYTES) break
      this.#pictures.delete(oldest)
      this.#bytes -= gone.length
    }
  }
}

/** Fetches pictures of NFTs, one at a time, when the user asks for one. */
export class TokenPictures {
  readonly #deps: TokenPictureDeps
  readonly #cache = new PictureCache()
  readonly #allowed = new Set<string>()
  #times: readonly number[] = []
  #running = false

  constructor(deps: TokenPictureDeps) {
    this.#deps = deps
  }

  /** Resolves to the link of a token, or to undefined if it has no web link. Opens no connection. */
  async link(chain: string, tokenid: string): Promise<TokenLink | undefined> {
    const found = await this.#known(chain, tokenid)
    return found.kind === 'web' ? found.to : undefined
  }

  /**
   * Resolves to the link that the user must approve before a token's picture can be shown. Resolves to undefined if the
   * picture is cached, its host is allowed, or it cannot be fetched now. Opens no connection.
   */
  async due(chain: string, tokenid: string): Promise<TokenLink | undefined> {
    const found = await this.#known(chain, tokenid)
    if (found.kind !== 'web' || this.#cache.get(found.to.address) || this.#allowed.has(found.to.host)) return undefined
    const open = await this.#deps.requireWay().then(
      () => true,
      () => false,
    )
    return open && !this.#isBusy() ? found.to : undefined
  }

  /** Allows this host until the app ends. */
  allow(host: string): void {
    this.#allowed.add(host)
  }

  /** Resolves to the picture, or to the reason why it cannot be shown. */
  async show(chain: string, tokenid: string, signal: AbortSignal): Promise<PictureReply> {
    const found = await this.#known(chain, tokenid)
    if (found.kind === 'none') return pictureError(found.reason, null)
    const { address, host } = found.to
    const before = this.#cache.get(address)
    return before ? shown(host, before) : this.#fetch(found.to, signal)
  }

  async #known(chain: string, tokenid: string): Promise<KnownLink> {
    const found = await this.#deps.linkOf(chain, tokenid)
    if ('reason' in found) return { kind: 'none', reason: found.reason }
    const target = linkTarget(found.link)
    if (target.kind === 'web') return { kind: 'web', to: target }
    return { kind: 'none', reason: target.kind === 'ipfs' ? 'ipfs' : 'not-https' }
  }

  #isBusy(): boolean {
    this.#times = this.#times.filter((time) => time > this.#deps.now() - FETCHES_WITHIN_MS)
    return this.#running || this.#times.length >= MAX_FETCHES
  }

  async #fetch({ address, host }: TokenLink, signal: AbortSignal): Promise<PictureReply> {
    if (this.#isBusy()) return pictureError('busy', host)
    this.#running = true
    this.#times = [...this.#times, this.#deps.now()]
    try {
      const picture = await this.#deps.fetch(address, signal)
      this.#cache.put(address, picture)
      return shown(host, picture)
    } catch (error) {
      if (error instanceof PictureFault) return pictureError(error.reason, host)
      throw error
    } finally {
      this.#running = false
    }
  }
}
