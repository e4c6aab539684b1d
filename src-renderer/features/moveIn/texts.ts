import type { WindowResult } from '#shared/chains/index.ts'
import { t } from '../../i18n/texts.ts'

export type NodeFolder = WindowResult<'findnodefolders'>['folders'][number]
export type FolderReport = WindowResult<'inspectnodefolder'>
export type MoveState = WindowResult<'getmovein'>['moves'][number]
export type OldWalletLeaks = NonNullable<FolderReport['keys']>['leaks']

/** Returns the last part of a path of any system. */
export const fileName = (path: string): string => path.split(/[/\\]/).at(-1) || path

/** Returns the chain's name, or a text for a folder whose chain is unknown. */
export const folderTitle = (name: string): string => name || t('moveIn:row.unnamed')

/** Says what the old wallet file reveals without its passphrase; undefined if nothing. */
export function formatLeaks({ plainkeys, plainseed }: OldWalletLeaks): string | undefined {
  if (plainkeys > 0) return t(plainseed ? 'moveIn:leak.both' : 'moveIn:leak.keys', { count: plainkeys })
  return plainseed ? t('moveIn:leak.seed') : undefined
}
