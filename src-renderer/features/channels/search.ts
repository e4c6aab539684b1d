/** URL search of the channels page. */
export interface ChannelsSearch {
  readonly act?: 'open'
}

export function readChannelsSearch({ act }: Record<string, unknown>): ChannelsSearch {
  return act === 'open' ? { act } : {}
}
