/** What an error code of the operating system means for a person, and what to do about it. */
export interface FailureWords {
  /** Continues "… cannot be read: ". */
  readonly cause: string
  readonly hint: string
}

const WORDS: Readonly<Record<string, FailureWords>> = {
  EACCES: { cause: 'permission is denied', hint: 'Give your user the right to read it.' },
  EPERM: { cause: 'the system does not allow it', hint: 'Give your user and this program the right to read it.' },
  ELOOP: { cause: 'its symbolic links lead in a circle', hint: 'Correct the links.' },
  ENOENT: { cause: 'it is a link to something that does not exist', hint: 'Correct or remove the link.' },
  ENOTFILE: { cause: 'it is not a regular file', hint: 'A file belongs in this place.' },
  EISDIR: { cause: 'it is a folder', hint: 'A file belongs in this place.' },
  ENAMETOOLONG: { cause: 'its path is too long for the system', hint: 'Shorten the path.' },
  EMFILE: { cause: 'too many files are open', hint: 'It is read again with the next change.' },
  EBUSY: { cause: 'another program holds it', hint: 'It is read again with the next change.' },
  EIO: { cause: 'the disk reports an error', hint: 'Check the disk.' },
  ENOSPC: { cause: 'there is no room for the copy it is read from', hint: 'Free some space in the temporary folder.' },
}

export function failureWords(code: string): FailureWords {
  return WORDS[code] ?? { cause: `the system reports ${code}`, hint: 'Check the file and try again.' }
}
