import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck, CirclePlay, CircleQuestionMark } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { folderTitle, type NodeFolder } from '../texts.ts'

/** A folder in the list: its chain, path and contents. Opens its report, or the move if it was moved in. */
export function FolderRow({ folder }: { readonly folder: NodeFolder }) {
  const { running } = folder
  return (
    <li>
      <Link
        to="/chains/movein"
        search={folder.id === null ? { folder: folder.folder } : { chain: folder.id }}
        className="flex min-h-20 items-center gap-3 px-4 py-2.5 text-text no-underline transition-colors duration-(--quick) hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold text-14">
              <SafeText text={folderTitle(folder.chain)} max={64} />
            </span>
            <StateBadge folder={folder} />
            {folder.network === 'main' ? null : <Badge>{t('moveIn:row.test')}</Badge>}
          </span>
          <span className="wrap-anywhere font-mono text-12 text-muted">
            <SafeText text={folder.folder} max={300} />
          </span>
          <span className="text-12 text-muted">{listContents(folder).join(' · ')}</span>
          {running.commandline === null ? null : (
            <span className="line-clamp-2 wrap-anywhere text-12 text-muted">
              {t('moveIn:row.command')} <SafeText text={running.commandline} max={300} className="font-mono" />
            </span>
          )}
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
      </Link>
    </li>
  )
}

function listContents({ wallet, blocks, conf, size }: NodeFolder): readonly string[] {
  return [
    wallet ? t('moveIn:row.wallet', { size: formatBytes(wallet.size) }) : t('moveIn:row.noWallet'),
    blocks.files > 0
      ? t('moveIn:row.blocks', { count: blocks.files, size: formatBytes(blocks.size) })
      : t('moveIn:row.noBlocks'),
    t(conf === null ? 'moveIn:row.noConf' : 'moveIn:row.conf'),
    t('moveIn:row.total', { size: formatBytes(size) }),
  ]
}

function StateBadge({ folder: { id, running } }: { readonly folder: NodeFolder }) {
  if (id !== null)
    return (
      <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
        {t('moveIn:row.moved')}
      </Badge>
    )
  if (running.state === 'yes')
    return (
      <Badge tone="warn" icon={<CirclePlay aria-hidden className="size-3" />}>
        {t('moveIn:row.running')}
      </Badge>
    )
  if (running.state === 'maybe')
    return (
      <Badge tone="warn" icon={<CircleQuestionMark aria-hidden className="size-3" />}>
        {t('moveIn:row.maybe')}
      </Badge>
    )
  return null
}
