import { useState } from 'react'
import { type ListedChain, LOG_LEVELS, type WindowResult } from '#shared/chains/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { type Segment, Segmented } from '../../../ui/Segmented.tsx'
import { OptionsCard } from '../chain/OptionsCard.tsx'
import { RestartNote } from '../chain/RestartNote.tsx'
import { PathText } from '../PathText.tsx'

type Level = (typeof LOG_LEVELS)[number]
type Line = WindowResult<'readlog'>['lines'][number]

const EVERY_MS = 3_000
const TYPING_MS = 250
const MAX_SEARCH_LENGTH = 200
const MAX_LINE_LENGTH = 2_000

const levels = (): readonly Segment<Level>[] =>
  LOG_LEVELS.map((level) => ({
    id: level,
    label: level === 'debug' ? t('settings:level.all') : t(`settings:level.${level}`),
  }))

/** Shows the end of debug.log, filtered by level and text. */
export function LogSection({ chain }: { readonly chain: ListedChain }) {
  const [level, setLevel] = useState<Level>('debug')
  const [search, setSearch] = useState('')
  const options = { level, search }
  const { data } = useRpc('readlog', { id: chain.id, options }, { every: EVERY_MS })
  const lines = data?.lines ?? []
  return (
    <>
      <RestartNote chain={chain} />
      <Card
        title={t('settings:log')}
        source={<CallSource calls={[shownCall('readlog', { id: chain.id, options })]} />}
        actions={<CopyButton text={lines.map(plainLine).join('\n')} label={t('settings:copyLog')} />}
        bodyClassName="flex flex-col gap-3"
      >
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segmented label={t('settings:levelLabel')} value={level} onChange={setLevel} segments={levels()} />
          <div className="w-60">
            <SearchField
              label={t('settings:searchLog')}
              placeholder={t('settings:searchLog')}
              value={search}
              onChange={setSearch}
              wait={TYPING_MS}
              maxLength={MAX_SEARCH_LENGTH}
            />
          </div>
        </div>
        {data && lines.length === 0 ? (
          <p className="text-muted">{data.size === 0 ? t('settings:logEmpty') : t('settings:logNothing')}</p>
        ) : (
          <ScrollRegion label={t('settings:log')} className="max-h-88 min-h-24 rounded-md border bg-sunken">
            {/* The newest lines are on top, because the list grows and users do not scroll to its end. */}
            <ul className="divide-y">
              {lines.toReversed().map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity beyond their place
                <LogRow key={index} line={line} />
              ))}
            </ul>
          </ScrollRegion>
        )}
        {data ? (
          <div className="flex items-center justify-between gap-3 text-12 text-muted">
            <span className="whitespace-nowrap">{formatBytes(data.size)}</span>
            <PathText path={data.file} />
          </div>
        ) : null}
      </Card>
      <OptionsCard
        chain={chain}
        method="setchainsettings"
        title={t('settings:logOptions')}
        names={['loglevel', 'debug']}
      />
    </>
  )
}

const plainLine = ({ time, level, module, text }: Line) =>
  time === '' ? text : `${time} ${level.toUpperCase()} ${module === '' ? '' : `[${module}] `}${text}`

const TONES: Readonly<Record<Level, Tone>> = { debug: 'neutral', info: 'neutral', warn: 'warn', error: 'bad' }

function LogRow({ line: { time, level, module, text } }: { readonly line: Line }) {
  return (
    <li className="flex items-baseline gap-2 px-2.5 py-1 text-12">
      {time === '' ? null : (
        <>
          <time dateTime={time} className="shrink-0 font-mono text-muted">
            {time.slice(11, 19)}
          </time>
          <Badge tone={TONES[level]}>{t(`settings:level.${level}`)}</Badge>
        </>
      )}
      <span className="wrap-anywhere min-w-0 flex-1 font-mono">
        {module === '' ? null : <span className="text-muted">{module} </span>}
        <SafeText text={text} max={MAX_LINE_LENGTH} />
      </span>
    </li>
  )
}
