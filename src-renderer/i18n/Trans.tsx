import type { ComponentType, ReactElement } from 'react'
import { Trans as LibraryTrans } from 'react-i18next'
import type { TextKey } from './catalogue.ts'
import { type TextOf, t } from './texts.ts'

export interface TransProps {
  readonly i18nKey: TextKey
  /** by the names of their tags in the text */
  readonly components: Readonly<Record<string, ReactElement>>
  readonly values?: Readonly<Record<string, unknown>> | undefined
  readonly count?: number | undefined
}

/** Without the library's types of keys, for which the compiler takes long: see TextKey. */
const Parts = LibraryTrans as unknown as ComponentType<TransProps & { readonly t: TextOf }>

/** A text of the catalogue with elements in it: links, ages, hashes. */
export function Trans(props: TransProps) {
  return <Parts t={t} {...props} />
}
