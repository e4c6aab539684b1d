/** Header requests for blocks that a peer announced. */
export interface AnnouncedBlocks {
  /** number of requests since the last headers of the peer */
  unanswered: number
  /** time in ms after which the requests count as answered */
  due: number
  /** newest announced block that was not requested */
  waiting: Uint8Array | undefined
}

/** Request for all headers of a peer. Times are in ms. */
export type HeaderRequest =
  | { readonly state: 'open'; readonly asked: number; readonly due: number }
  /** Other peers sent the same headers first: the peer is not asked again before `until`. */
  | { readonly state: 'standby'; readonly until: number }
  /** The peer has sent all its headers, or did not answer in time. */
  | { readonly state: 'finished' }

export const FINISHED: HeaderRequest = { state: 'finished' }

/** Validation result for the headers of a message. */
export interface HeadersVerdict {
  /** true if a header was invalid, so that the rest of the message is useless */
  readonly stopped: boolean
  /** true if at least one header was new */
  readonly fresh: boolean
}

/** Facts about a headers message as a reply. */
export interface HeadersAnswer {
  /** true if every header of the message was accepted */
  readonly complete: boolean
  /** true if at least one header was new */
  readonly fresh: boolean
  /** true if the best header changed */
  readonly ahead: boolean
}
