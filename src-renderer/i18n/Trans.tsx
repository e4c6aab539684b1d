import type { ComponentType, ReactElement } from 'react'
import { Trans as LibraryTrans } from 'react-i18next'
import type { TextKey } from './catalogue.ts'
import { type TextOf, t } from './texts.ts'

export interface TransProps {
  readonly i18nKey: TextKey
  /** React elements by their tag name in the text. */
  readonly components: Readonly<Record<string, ReactElement>>
  readonly values?: Readonly<Record<string, unknown>> | undefined
  readonly count?: number | undefined
}

/** Typed without the library's key types, which are slow to compile: see TextKey. */
const Parts = LibraryTrans as unknown as ComponentType<TransProps & { readonly t: TextOf }>

/** Renders a text of the catalogue that contains elements, such as links, ages and hashes. */
export function Trans(props: TransProps) {
  return <Parts t={t} {...props} />
}
