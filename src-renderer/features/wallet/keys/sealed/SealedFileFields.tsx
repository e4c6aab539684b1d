import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { looksSealed } from '#shared/sealedBackup.ts'
import { t } from '../../../../i18n/texts.ts'
import { Field, Input } from '../../../../ui/Field.tsx'
import { FileButton } from '../../../../ui/FileButton.tsx'
import { formatBytes } from '../../../../ui/format.ts'
import { visibleString } from '../../../../ui/visibleText.ts'

/** A chosen encrypted backup and its passphrase, kept until their dialog is closed. */
export interface SealedFile {
  readonly name: string
  /** size in bytes */
  readonly size: number
  /** empty until a file is chosen */
  readonly text: string
  readonly passphrase: string
}

export const NO_SEALED: SealedFile = { name: '', size: 0, text: '', passphrase: '' }

/** Larger files are rejected: a hundred thousand keys take 20 MB. */
const MAX_FILE_BYTES = 32 * 1024 * 1024

export interface SealedFileFieldsProps {
  readonly file: SealedFile
  /** True after an attempt, when missing input is a problem. */
  readonly tried: boolean
  /** problem reported by the node, which could not open the file */
  readonly refused: string | undefined
  onFile(file: SealedFile): void
}

/** Fields for the file and passphrase of an encrypted backup, in the browser mode. */
export function SealedFileFields({ file, tried, refused, onFile }: SealedFileFieldsProps) {
  const [problem, setProblem] = useState<string>()
  const read = async (given: File) => {
    const text = given.size > MAX_FILE_BYTES ? '' : await given.text()
    const fits = looksSealed(text)
    setProblem(fits ? undefined : t('backup:file.other'))
    onFile(fits ? { ...file, name: given.name, size: given.size, text } : { ...file, text: '' })
  }
  const missing = tried && file.text === '' ? t('backup:file.missing') : undefined
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3 rounded-md border border-dashed p-3">
        <FileButton
          field={t('backup:file.input')}
          accept=".chainwright-backup,.backup"
          icon={<FileUp aria-hidden className="size-4" />}
          onFile={(given) => void read(given)}
        >
          {t('backup:file.choose')}
        </FileButton>
        <p role="status" className={(problem ?? missing) ? 'text-bad' : 'min-w-0 truncate text-muted'}>
          {problem ??
            missing ??
            (file.text === ''
              ? t('backup:file.none')
              : t('backup:file.chosen', { name: visibleString(file.name, 60), size: formatBytes(file.size) }))}
        </p>
      </div>
      <Field
        label={t('backup:passphrase.of')}
        error={refused ?? (tried && file.passphrase === '' ? t('backup:passphrase.empty') : undefined)}
      >
        <Input
          type="password"
          value={file.passphrase}
          onChange={({ target }) => onFile({ ...file, passphrase: target.value })}
        />
      </Field>
    </div>
  )
}
