import { t } from '../i18n/texts.ts'
import { cn } from './cn.ts'
import { visibleText } from './visibleText.ts'

export interface SafeTextProps {
  /** Untrusted text. */
  readonly text: string
  /** Maximum number of displayed characters; default: 64. */
  readonly max?: number | undefined
  readonly multiline?: boolean | undefined
  readonly className?: string | undefined
  /** Shown instead of an empty text. */
  readonly empty?: string | undefined
}

/** Shows untrusted text as text nodes only, isolated from the surrounding text direction. */
export function SafeText({ text, max = 64, multiline, className, empty = t('ui:empty') }: SafeTextProps) {
  if (text === '') return <span className={cn('text-faint', className)}>{empty}</span>
  const { runs, cut } = visibleText(text, { max, multiline })
  return (
    <bdi className={cn(multiline && 'whitespace-pre-wrap break-words', className)}>
      {runs.map((run, index) =>
        run.kind === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity beyond their place
          <span key={index}>{run.text}</span>
        ) : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity beyond their place
            key={index}
            className="mx-px rounded-sm bg-warn-soft px-1 font-mono text-12 text-warn"
            title={t('ui:hiddenCharacter', { name: run.name })}
          >
            {run.text}
          </span>
        ),
      )}
      {cut ? <span className="text-faint">…</span> : null}
    </bdi>
  )
}
