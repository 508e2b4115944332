// The page of a package for a learning platform: one lesson, which the address names, and who takes its results.

/**
 * Puts the lesson into the page and has it graded.
 * @param {(element: HTMLElement) => boolean | Promise<boolean>} grade of a standard; says whether there is a platform
 */
export async function begin(grade) {
  const given = new URLSearchParams(location.search);
  const lesson = document.createElement('highwater-playground');
  lesson.setAttribute('mode', 'lesson');
  lesson.setAttribute('controls', 'full');
  lesson.setAttribute('loading', 'eager');
  for (const name of ['scenario', 'lang', 'theme']) {
    const value = given.get(name);
    if (value) lesson.setAttribute(name, value);
  }
  const graded = await grade(lesson); // first: what it learns of the learner may change the lesson
  document.body.append(lesson);
  if (graded) return;
  const notice = document.createElement('p');
  notice.setAttribute('role', 'status');
  notice.textContent = 'No learning platform answers: this lesson is not graded.';
  document.body.prepend(notice);
}
