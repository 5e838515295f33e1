-- What is wrong with .htaccess files is said by Apache: objects of file, line (null: the file can't be read) and message. What was found
-- before had other words; it is found anew when a customer looks.
delete from atrio.htaccess;
