import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the page. */
export interface InheritanceSearch {
  readonly act?: 'plan' | 'add' | 'claim'
  /** the inheritance that is added to or taken from */
  readonly of?: string
}

export function readHeirSearch({ act, of }: Record<string, unknown>): InheritanceSearch {
  if (act === 'plan') return { act }
  if (act !== 'add' && act !== 'claim') return {}
  return typeof of === 'string' && isHashShaped(of) ? { act, of } : {}
}
