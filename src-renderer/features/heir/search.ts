import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the inheritance page. */
export interface InheritanceSearch {
  readonly act?: 'plan' | 'add' | 'claim'
  /** id of the inheritance to add to or claim from */
  readonly of?: string
}

export function readHeirSearch({ act, of }: Record<string, unknown>): InheritanceSearch {
  if (act === 'plan') return { act }
  if (act !== 'add' && act !== 'claim') return {}
  return typeof of === 'string' && isHashShaped(of) ? { act, of } : {}
}
