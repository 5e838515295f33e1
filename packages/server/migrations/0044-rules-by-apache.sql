-- Apache now reports the errors in .htaccess files, as objects of file, line (null: the file can't be read) and message. Older reports
-- have another shape; the worker checks again when a customer opens the list.
delete from atrio.htaccess;
